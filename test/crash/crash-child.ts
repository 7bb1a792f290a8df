import { type FileSystem, instrumentFileSystem, nodeFileSystem } from '@fxlog/writer';

/**
 * The body of a child process for the crash harness: runs the operation on the directory named by the first argument and kills the
 * process, with no chance to clean up, just before the call whose number is the second. With 0 it runs through and prints the number
 * of calls.
 */
export async function dieAtCall(operation: (fileSystem: FileSystem, dir: string) => Promise<unknown>): Promise<void> {
  const [dir = '', number = ''] = process.argv.slice(2);
  const fatal = Number(number);
  let calls = 0;
  const deadly = instrumentFileSystem(nodeFileSystem, ({ index }) => {
    calls = index;
    if (index === fatal) process.kill(process.pid, 'SIGKILL');
  });
  await operation(deadly, dir);
  process.stdout.write(String(calls));
}
