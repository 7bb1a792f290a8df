import { ExitCode } from './exit-code.js';
import { runCommandLine } from './run-command-line.js';

const interrupt = new AbortController();
process.once('SIGINT', () => {
  interrupt.abort();
  // Whatever does not listen to the signal within a moment is not worth waiting for; a second Ctrl-C ends it at once.
  setTimeout(() => process.exit(ExitCode.interrupted), 500).unref();
});

const exitCode = await runCommandLine(process.argv.slice(2), {
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  now: Date.now,
  signal: interrupt.signal,
});
// Not left to the event loop: an open stdin or a pipe without a writer would keep the process alive.
process.exit(exitCode);
