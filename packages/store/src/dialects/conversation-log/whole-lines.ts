import { closeSync, readSync } from 'node:fs';
import { isBeingWritten, MAX_LOOKS } from '../../paths/being-written.js';
import { openFile } from '../../paths/safe-file.js';

const LF = 0x0a;
const WINDOW = 65_536;

/** How long a log is, and where its last whole line ends, in bytes: what lies behind that was never saved whole. */
export function wholeLines(path: string): { readonly size: number; readonly end: number } {
  for (let count = 1; ; count++) {
    const look = lookOnce(path);
    if (look.end === look.size || count === MAX_LOOKS || !isBeingWritten(path, look.size)) return look;
  }
}

function lookOnce(path: string): { readonly size: number; readonly end: number } {
  const opened = openFile(path);
  if (opened.state !== 'open') return { size: 0, end: 0 };
  const { fd, stats } = opened;
  try {
    const buffer = Buffer.allocUnsafe(WINDOW);
    for (let end = stats.size; end > 0; ) {
      const start = Math.max(0, end - WINDOW);
      const read = readSync(fd, buffer, 0, end - start, start);
      const at = buffer.lastIndexOf(LF, read - 1);
      if (read > 0 && at >= 0 && at < read) return { size: stats.size, end: start + at + 1 };
      end = start;
    }
    return { size: stats.size, end: 0 };
  } finally {
    closeSync(fd);
  }
}
