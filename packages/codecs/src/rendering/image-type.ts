/** Types of images that every browser shows and that cannot hold a program. */
export type ImageType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp' | 'image/avif' | 'image/bmp';

/** Endings of files of these types, without the dot. */
export const IMAGE_EXTENSIONS: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/bmp': 'bmp',
};

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * What kind of image base64 text holds, by its first bytes; what a log says about it is not asked. Null when it is none of these kinds or is
 * not base64.
 */
export function imageTypeOf(base64: string): ImageType | null {
  if (!BASE64.test(base64)) return null;
  const head = Buffer.from(base64.slice(0, 24), 'base64').toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(head)) return 'image/gif';
  if (/^RIFF[\s\S]{4}WEBP/.test(head)) return 'image/webp';
  if (/^[\s\S]{4}ftypavi[fs]/.test(head)) return 'image/avif';
  return head.startsWith('BM') && head.length > 14 ? 'image/bmp' : null;
}

/** How many bytes base64 text stands for. */
export function base64Bytes(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.max(Math.floor((base64.length * 3) / 4) - padding, 0);
}
