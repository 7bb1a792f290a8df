import { writeSync } from 'node:fs';
import { type FileSystem, instrumentFileSystem, nodeFileSystem } from '@fxlog/writer/internal';

/**
 * The body of a child process for the crash harness. Its arguments are pairs of a directory and the number of a call. For each pair the
 * operation is run on the directory, all of them at once, and stands still just before that call; when all stand still the process kills
 * itself, with no chance to clean up, having said how many they are. With the number 0 the operation runs through, and the number of its calls is printed.
 */
export async function dieAtCall(operation: (fileSystem: FileSystem, dir: string) => Promise<unknown>): Promise<void> {
  const [, , ...args] = process.argv;
  const points: { dir: string; fatal: number }[] = [];
  for (let at = 0; at + 1 < args.length; at += 2) points.push({ dir: args[at] ?? '', fatal: Number(args[at + 1]) });
  let standing = 0;
  await Promise.all(
    points.map(async ({ dir, fatal }) => {
      let calls = 0;
      const deadly = instrumentFileSystem(nodeFileSystem, async ({ index }) => {
        calls = index;
        if (index !== fatal) return;
        standing++;
        if (standing === points.length) {
          writeSync(1, String(standing));
          process.kill(process.pid, 'SIGKILL');
        }
        await new Promise(() => undefined);
      });
      await operation(deadly, dir);
      process.stdout.write(`${calls}\n`);
    }),
  );
}
