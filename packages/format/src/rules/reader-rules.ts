import { defineRules } from './rule.js';

/** What the reader finds in the bytes of a log before, around and between its events. */
export const READER_RULES = defineRules([
  {
    id: 'line/torn',
    title: 'The last line does not end in a newline',
    severity: 'error',
    fxError: 'TruncatedEventFrame',
    spec: 'event-log §1.2',
    explain:
      'A line counts only with its LF, whatever its bytes are. A torn last line is what a crash while appending leaves behind; fx reads no further than its committed length and cuts such a tail off. Lenient reading keeps a tail that is a whole event but for its newline.',
    remedy:
      'Cut the file off at the reported offset, or read the session directory, whose watermark ends before the tail.',
  },
  {
    id: 'line/nul-block',
    title: 'A line contains NUL bytes',
    severity: 'error',
    fxError: 'InvalidEventFrame',
    spec: 'event-log §1.3',
    explain:
      'JSON has no raw NUL. A block of them is what some file systems leave where data had not reached the disk when the machine stopped. What stands behind the block can be whole.',
    remedy: 'Read leniently to keep the events around the block, or restore the file from a copy.',
  },
  {
    id: 'line/byte-order-mark',
    title: 'A line begins with a byte-order mark',
    severity: 'error',
    fxError: 'InvalidEventFrame',
    spec: 'event-log §1.1',
    explain:
      'A log begins with its first event. A byte-order mark is left by an editor or a conversion that saved the file anew.',
    remedy:
      'Remove the mark: the first three bytes of the line for UTF-8. UTF-16 text must be converted back to UTF-8.',
  },
  {
    id: 'line/glued-records',
    title: 'A second record begins in the same line',
    severity: 'error',
    fxError: 'InvalidEventFrame',
    spec: 'event-log §1.1',
    explain:
      'One line holds one event. Two on a line are what a lost newline leaves, or an append behind a record that was torn in the middle. Lenient reading keeps each part that is a valid event.',
    remedy: 'Put the newline back at the reported offset, or read leniently.',
  },
  {
    id: 'log/sequence',
    title: 'The sequence number is not the one that is due',
    severity: 'error',
    fxError: 'NonContiguousSequence',
    spec: 'event-log §5.2',
    explain: 'seq counts 1, 2, 3 … without a gap and without a repeat, inside replacement transactions too.',
    remedy: 'An event before this one was lost, doubled or moved. Restore the file from a copy, or read leniently.',
  },
  {
    id: 'log/generation',
    title: 'The generation changes within the log',
    severity: 'error',
    fxError: 'GenerationChanged',
    spec: 'event-log §5.2',
    explain:
      'Every frame of a log has the log_generation of the first. A new generation exists only as a new file that begins at seq 1 again.',
    remedy: 'Two logs were joined into one file. Split it at the reported offset.',
  },
  {
    id: 'dialect/newer',
    title: 'A newer fx wrote this, in a format that is not read yet',
    severity: 'error',
    spec: 'newer-formats §2',
    explain:
      'fx 0.0.8 and later keep conversation logs, since October 2026 also sessions-v2 logs. The message names the format. The bytes may be in perfect order.',
    remedy: 'Use a version of fxlog that reads this format.',
  },
  {
    id: 'dialect/other',
    title: 'This can be done with another format only',
    severity: 'error',
    spec: 'newer-formats §2',
    explain:
      'Copying a log event by event, rewriting its texts and repairing it follow the rules of one format. The message names it.',
    remedy:
      'Convert the session to that format first, or use what works on every format: show, verify, stats, search, export.',
  },
  {
    id: 'dialect/older',
    title: 'An older fx wrote this, in a format that is not read yet',
    severity: 'error',
    spec: 'session-directory §7',
    explain:
      'Before event logs the whole session was one session.json. fx converts it when it opens the session for writing.',
    remedy: 'Open the session with fx 0.0.5 once, or use a version of fxlog that reads this format.',
  },
  {
    id: 'source/not-found',
    title: 'There is no such file',
    severity: 'error',
    spec: 'event-log §1.1',
    explain: 'Nothing lies at the path, or a part of the path is a file.',
    remedy: 'Check the spelling of the path.',
  },
  {
    id: 'source/no-permission',
    title: 'The file may not be read',
    severity: 'error',
    spec: 'session-directory §1.5',
    explain: 'fx makes its files readable for their owner alone.',
    remedy: 'Read it as the user who owns it, or change its mode.',
  },
  {
    id: 'source/not-a-regular-file',
    title: 'A directory, pipe, socket or device stands where a file is expected',
    severity: 'error',
    spec: 'session-directory §1.5',
    explain: 'Only regular files are opened by name: opening a pipe may wait for ever, and a device may have no end.',
    remedy: 'Name the log inside the directory, or pass the bytes on standard input.',
  },
  {
    id: 'source/not-bytes',
    title: 'The source does not give bytes',
    severity: 'error',
    spec: 'event-log §1.1',
    explain: 'A stream with an encoding gives text, which no longer has the bytes of the file.',
    remedy: 'Take the encoding off the stream, or pass a Uint8Array.',
  },
  {
    id: 'source/not-seekable',
    title: 'A stream cannot be read from its middle',
    severity: 'error',
    spec: 'event-log §1.1',
    explain: 'Only a file or bytes in memory can be taken up at a place that was reached before.',
    remedy: 'Save the stream to a file first.',
  },
  {
    id: 'source/unreadable',
    title: 'The file cannot be read',
    severity: 'error',
    spec: 'event-log §1.1',
    explain: 'The operating system refused for a reason that the message names, such as an input/output error.',
    remedy: 'Check the path and the file system.',
  },
  {
    id: 'token/invalid',
    title: 'A resume token does not say a place in a log',
    severity: 'error',
    spec: 'event-log §5.7',
    explain: 'A token comes from outside, so every offset and size in it is checked before it is used.',
    remedy: 'Read the log from its start, and keep the new token whole.',
  },
]);
