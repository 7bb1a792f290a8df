import { ExitCode } from './exit-code.js';
import { Interrupt } from './output/interrupt.js';
import { runCommandLine } from './run-command-line.js';

/** Whatever does not listen to the signal by then is not worth waiting for. */
const INTERRUPT_GRACE_MS = 500;

const interrupt = new Interrupt();
function end(): void {
  if (interrupt.signal.aborted) process.exit(ExitCode.interrupted);
  if (interrupt.raise()) setTimeout(() => process.exit(ExitCode.interrupted), INTERRUPT_GRACE_MS).unref();
}
process.on('SIGINT', end);
// Schedulers end jobs like this; temporary copies and half-written lines are not to be left behind.
process.on('SIGTERM', end);

const ending = runCommandLine(process.argv.slice(2), {
  stdin: () => process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  cwd: process.cwd(),
  now: Date.now,
  interrupt,
});
// Not left to the event loop: an open stdin or a pipe without a writer would keep the process alive.
void ending.then((exitCode) => process.exit(exitCode));
