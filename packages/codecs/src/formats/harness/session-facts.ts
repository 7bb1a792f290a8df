import { trimEndOf } from '@fxlog/json/internal';
import type { ReportLoss } from '../../loss.js';
import { nanosBelowMs, type Timestamp, timeWithMs } from '../../model/timestamp.js';
import type { ImageSource } from '../../model/transcript.js';

/** A time as the programs write it, with three digits; what is finer is reported. */
export function toMilliseconds(time: Timestamp, report: ReportLoss, message?: number): string {
  if (nanosBelowMs(time) > 0) {
    report({ code: 'dropped-time', where: { message }, detail: `The time ${time} was cut to milliseconds.` });
  }
  return timeWithMs(time);
}

/** What stands in the place of an image that cannot be kept. */
export function imageNote({ type, media_type, data }: ImageSource, what = 'image'): string {
  if (type !== 'base64') return `[${what}: ${type === 'url' ? data : media_type}]`;
  return `[${what}: ${media_type}, ${sizeText(Math.floor((trimEndOf(data, '=').length * 3) / 4))}]`;
}

/** A number of bytes for people. */
function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Whether a text has something that a service would take for one: blank ones are refused. */
export function isBlankText(text: string): boolean {
  return !/\S/.test(text);
}
