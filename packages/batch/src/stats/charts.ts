import { escapeHtml } from './page-text.js';

/** One bar, with words on both sides. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  /** A part of the value that is shown as bad. */
  readonly bad?: number;
  readonly text: string;
}

/** One column, which shows its words when it is pointed at; one without words is a gap. */
export interface Column {
  readonly label: string;
  readonly value: number;
  readonly text: string;
}

/** What a column is called that has no day. */
export const NO_DAY = 'no date';

type Colour = 'a' | 'b';

const WIDTH = 480;
const LABEL = 150;
const ROW = 26;
const BAR = 10;
/** Characters of a label that fit. */
const LABEL_CHARACTERS = 22;
const TEXT_WIDTH = 160;

/** Bars from the left, one below the other. */
export function barChart(name: string, bars: readonly Bar[], colour: Colour): string {
  const most = Math.max(...bars.map(({ value }) => value), 0);
  const room = WIDTH - LABEL - TEXT_WIDTH;
  const rows = bars.map(({ label, value, bad = 0, text }, i) => {
    const y = i * ROW;
    const length = most === 0 ? 0 : (Math.max(0, value) / most) * room;
    const badLength = value > 0 ? (length * Math.min(bad, value)) / value : 0;
    return [
      `<g><title>${escapeHtml(`${label}: ${text}`)}</title>`,
      // Characters can be wider than is thought here.
      `<svg x="0" y="${y}" width="${LABEL - 8}" height="${ROW}" overflow="hidden"><text x="0" y="16">${escapeHtml(shorten(label))}</text></svg>`,
      `<rect class="track" x="${LABEL}" y="${y + 7}" width="${room}" height="${BAR}" rx="3"/>`,
      `<rect class="${colour}" x="${LABEL}" y="${y + 7}" width="${fixed(length)}" height="${BAR}" rx="3"/>`,
      badLength > 0
        ? `<rect class="bad" x="${fixed(LABEL + length - badLength)}" y="${y + 7}" width="${fixed(badLength)}" height="${BAR}" rx="3"/>`
        : '',
      `<text class="soft" x="${LABEL + room + 10}" y="${y + 16}">${escapeHtml(text)}</text></g>`,
    ].join('');
  });
  return svg(name, WIDTH, bars.length * ROW, rows.join(''));
}

const CHART_WIDTH = 1000;
const TOP = 20;
const CHART_HEIGHT = 170;
const AXIS = 22;
const MAX_COLUMN = 60;
const LABELS = 8;
/** Room for the name of a column. */
const LABEL_WIDTH = 90;

/** Columns from the bottom, one beside the other. */
export function columnChart(name: string, columns: readonly Column[], colour: Colour): string {
  const most = Math.max(...columns.map(({ value }) => value), 0);
  const step = Math.min(MAX_COLUMN, CHART_WIDTH / Math.max(1, columns.length));
  const every = Math.ceil(
    columns.length / Math.min(LABELS, Math.max(1, Math.floor((step * columns.length) / LABEL_WIDTH))),
  );
  // What has no day comes last, and its name goes before those of days.
  const free = columns.at(-1)?.label === NO_DAY ? step * columns.length - LABEL_WIDTH / 2 : Number.POSITIVE_INFINITY;
  const bars = columns.map(({ label, value, text }, i) => {
    const height = most === 0 ? 0 : (Math.max(0, value) / most) * (CHART_HEIGHT - TOP);
    const shape =
      value > 0
        ? `<rect class="${colour}" x="${fixed(i * step + step * 0.1)}" y="${fixed(CHART_HEIGHT - Math.max(1, height))}" width="${fixed(step * 0.8)}" height="${fixed(Math.max(1, height))}"/>`
        : '';
    const right = (i + 1) * step;
    const name =
      label === NO_DAY
        ? `<text class="soft" x="${fixed(right)}" y="${CHART_HEIGHT + 16}" text-anchor="end">${NO_DAY}</text>`
        : i % every === 0 && i * step + LABEL_WIDTH <= free
          ? `<text class="soft" x="${fixed(i * step)}" y="${CHART_HEIGHT + 16}">${escapeHtml(label)}</text>`
          : '';
    return text === '' ? '' : `<g><title>${escapeHtml(`${label}: ${text}`)}</title>${shape}${name}</g>`;
  });
  const axis = `<line class="axis" x1="0" y1="${CHART_HEIGHT}" x2="${CHART_WIDTH}" y2="${CHART_HEIGHT}"/>`;
  const top = columns.find(({ value }) => value === most);
  const caption =
    top === undefined || most === 0
      ? ''
      : `<text class="soft" x="${CHART_WIDTH}" y="12" text-anchor="end">most: ${escapeHtml(`${top.text}${top.label === NO_DAY ? ', ' : ' on '}${top.label}`)}</text>`;
  return svg(name, CHART_WIDTH, CHART_HEIGHT + AXIS, bars.join('') + axis + caption);
}

function svg(name: string, width: number, height: number, content: string): string {
  return `<svg viewBox="0 0 ${width} ${height}" role="img" aria-label="${escapeHtml(name)}">${content}</svg>`;
}

function fixed(value: number): string {
  return value.toFixed(1);
}

/** The end says more than the beginning: labels are often paths. */
function shorten(label: string): string {
  const characters = [...label];
  return characters.length <= LABEL_CHARACTERS ? label : `…${characters.slice(1 - LABEL_CHARACTERS).join('')}`;
}
