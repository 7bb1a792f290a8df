import type { Int64 } from '@fxlog/format';

/**
 * Text fit for HTML, in elements and in quoted attributes. Characters that would reorder or hide what stands beside them are spelled out.
 */
export function escapeHtml(text: string): string {
  return text
    .replace(/[\p{Cc}\u200b\u200e\u200f\u061c\u2028-\u202e\u2060-\u206f\ufeff]/gu, spellOut)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function spellOut(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** `1,325,209`. */
export function countText(value: Int64): string {
  return value.toString().replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** `$0.0207`: as many digits as it takes to see something. */
export function costText(cost: number): string {
  if (cost === 0) return '$0';
  const digits =
    Math.abs(cost) >= 100 ? 0 : Math.abs(cost) >= 1 ? 2 : Math.min(8, 1 - Math.floor(Math.log10(Math.abs(cost))) + 1);
  const [whole = '', fraction] = Math.abs(cost).toFixed(digits).split('.');
  return `${cost < 0 ? '-' : ''}$${countText(BigInt(whole))}${fraction === undefined ? '' : `.${fraction}`}`;
}

/** `8.8 kB`. */
export function bytesText(bytes: Int64): string {
  let value = Number(bytes);
  for (const unit of ['B', 'kB', 'MB', 'GB', 'TB']) {
    if (value < 1000 || unit === 'TB')
      return `${unit === 'B' || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${unit}`;
    value /= 1000;
  }
  return `${value}`;
}

/** `3 h 12 min`. */
export function durationText(ms: Int64): string {
  const seconds = Number(ms) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.floor(seconds % 60)} s`;
  return `${countText(Math.floor(minutes / 60))} h ${minutes % 60} min`;
}

/** `97.5%`. Only what is whole is called so. */
export function percentText(part: number): string {
  if (part === 0 || part === 1) return `${part * 100}%`;
  return `${Math.min(99.9, Math.max(0.1, part * 100)).toFixed(1)}%`;
}

const MAX_DATE_MS = 8_640_000_000_000_000;

/** `2026-11-30`. */
export function dateText(ms: Int64): string {
  const value = Number(ms);
  return Math.abs(value) > MAX_DATE_MS ? `${ms} ms` : new Date(value).toISOString().replace(/T.*/, '');
}
