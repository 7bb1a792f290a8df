/**
 * The words of the generated sessions: prompts, answers, code, listings and command output about an invented orchard
 * program. What matters for a benchmark is their texture: how often a string has an escape, how long lines are, and
 * how much of the text leaves ASCII (which decides whether a line becomes a one-byte or a two-byte string in V8).
 */
import type { Random } from './random.js';

/** Which characters the text of a generated log is made of. */
export type Script = 'mixed' | 'ascii' | 'cjk';

const ASCII_SENTENCES = [
  'The crates are counted row by row, and the total is kept beside the label.',
  'Two of the tests fail because the basket is emptied before the sum is read.',
  'I moved the parsing of "harvest.csv" into a function of its own.',
  'Next I will look at how the scales report a weight of zero.',
  'The build passes; the only warning left is about an unused import.',
  "It doesn't reach the orchard module at all, so the cache can't be the cause.",
  'Rows 12 to 40 are sorted by variety, then by the day they were picked.',
  'A pear that is heavier than 250 g goes to the "large" shelf.',
  'That command takes a while: it rebuilds the index of all 1,204 trees.',
  'The configuration is read once, at start-up, from config/orchard.json.',
  'Done. The new option is off by default and is listed in the help text.',
  'Run it again with --verbose if the number of plums still looks wrong.',
];

// An arrow, a dash, a tick: what assistants and tools sprinkle over otherwise English text.
const DECORATED_SENTENCES = [
  'The weights are summed per shelf → the report shows one line for each.',
  '✓ 48 tests passed — 2 were slower than 200 ms.',
  'Renamed “basket” to “crate” everywhere it is shown to a reader…',
  'The label of the café crate (naïve spelling: “cafe”) sorts after “cider”.',
  'Zählung für Straße 7: 12 Kisten Äpfel, 3 Kisten Birnen.',
  '🍎 12 · 🍐 7 · 🍒 31 — that is the whole harvest of the morning.',
];

const CJK_SENTENCES = [
  '果园里的箱子按行计数，总数写在标签旁边。',
  '有两个测试失败，因为篮子在读取总和之前就被清空了。',
  '我把解析「harvest.csv」的部分移到了单独的函数里。',
  '接下来看看秤在重量为零时返回什么。',
  '构建通过，只剩下一个关于未使用导入的警告。',
  'リンゴの木は全部で一二〇四本あり、索引の再構築には少し時間がかかります。',
  '設定は起動時に一度だけ config/orchard.json から読み込まれます。',
  '새 옵션은 기본적으로 꺼져 있으며 도움말에 나와 있습니다.',
  '重于二百五十克的梨放到「大号」架子上。',
  '完成。请用 --verbose 再运行一次，如果李子的数量仍然不对。',
];

const CODE_LINES = [
  'export function total(crates: readonly Crate[]): number {',
  '  return crates.reduce((sum, crate) => sum + crate.apples, 0);',
  '}',
  'import { readFile } from "node:fs/promises";',
  '  if (row.length === 0) continue;',
  "  const label = row[0] ?? 'unnamed';",
  '  const weight = Number.parseInt(row[3] ?? "0", 10);',
  '  shelves.set(label, (shelves.get(label) ?? 0) + weight);',
  '    throw new RangeError(`row ` + index + `: weight is out of range`);',
  '  // A crate without a label is counted, but not shown.',
  'describe("the sorting line", () => {',
  "  it('keeps the order of equal weights', () => {",
  '    expect(sort([a, b, c]).map((crate) => crate.label)).toEqual(["a", "b", "c"]);',
  '\tfor (const tree of orchard.trees) {',
  '\t\tif (!tree.isRipe(today)) continue;',
  '',
  'const pattern = /^(\\w+)\\s*=\\s*"([^"\\\\]*)"$/;',
  '  log.info("picked", { variety, crates: crates.length, seconds: elapsed / 1000 });',
];

const COMMENT_LINES: Record<Script, readonly string[]> = {
  ascii: ['  // Sorted by weight, heaviest first.', '  // See docs/harvest.md for the format of a row.'],
  mixed: ['  // Sorted by weight, heaviest first.', '  // weight ≥ 250 g → the “large” shelf'],
  cjk: ['  // 按重量排序，最重的在前。', '  // 行的格式见 docs/harvest.md。', '  // 重い順に並べる'],
};

const OUTPUT_LINES = [
  ' PASS  src/crate.test.ts (12 tests) 84ms',
  'drwxr-xr-x 4 dev dev   4096 Nov 30 10:11 src',
  '-rw-r--r-- 1 dev dev   1290 Nov 30 10:11 src/main.ts',
  'warning: "weigh" is defined but never used  no-unused-vars',
  '  at weigh (/home/dev/project/src/scales.ts:41:13)',
  'added 1 package, and audited 214 packages in 3s',
  '\u001b[32m+\u001b[39m   "plums": 2,',
  'M  src/basket.ts',
  'commit 7f3c1d2 Count the crates of the north field, too',
  'src/shelf.ts(88,7): error TS2322: Type "string" is not assignable to type "number".',
  '  48 | const rows = text.split("\\n");',
  '100%  [==============================]  1204/1204',
];

const OUTPUT_DECORATED = [
  ' ✓ src/crate.test.ts (12 tests) 84ms',
  '└── orchard@1.4.0 → ./packages/orchard',
  '│   ├── main.ts',
];

const OUTPUT_CJK = ['  ✓ 计数测试 (12) 84 毫秒', '警告：变量「weigh」已定义但从未使用', '  生成索引…… 1204/1204'];

const FOLDERS = ['src', 'src/shelves', 'test', 'docs', 'packages/orchard/src', 'tools'];
const FILES = [
  'crate.ts',
  'basket.ts',
  'scales.ts',
  'main.ts',
  'harvest.md',
  'sort.test.ts',
  'orchard.json',
  'shelf.ts',
];

/** How often a piece of English text carries a character beyond ASCII in the `mixed` script. */
const DECORATED_SHARE = 0.03;

/** Writes the invented text of one log; all choices come from the given random source. */
export class TextSource {
  constructor(
    readonly random: Random,
    readonly script: Script,
  ) {}

  sentences(count: number): string {
    let text = '';
    for (let index = 0; index < count; index++) text += (index === 0 ? '' : ' ') + this.#sentence();
    return text;
  }

  /** A longer answer: paragraphs, a list, sometimes a block of code. */
  answer(): string {
    let text = this.sentences(this.random.between(1, 4));
    if (this.random.chance(0.4)) {
      text += '\n';
      for (let count = this.random.between(2, 5); count > 0; count--)
        text += `\n- \`${this.path()}\`: ${this.#sentence()}`;
    }
    if (this.random.chance(0.2)) text += `\n\n\`\`\`ts\n${this.code(this.random.between(3, 10))}\`\`\`\n`;
    return text;
  }

  code(lines: number): string {
    let text = '';
    for (let index = 0; index < lines; index++) {
      text += `${this.random.chance(0.1) ? this.random.pick(COMMENT_LINES[this.script]) : this.random.pick(CODE_LINES)}\n`;
    }
    return text;
  }

  /** Code with line numbers, as the file reading tool shows it. */
  numberedCode(lines: number): string {
    let text = '';
    for (let line = 1; line <= lines; line++) text += `${line}\t${this.random.pick(CODE_LINES)}\n`;
    return text;
  }

  commandOutput(lines: number): string {
    let text = '';
    for (let index = 0; index < lines; index++) text += `${this.#outputLine()}\n`;
    return text;
  }

  path(): string {
    return `${this.random.pick(FOLDERS)}/${this.random.pick(FILES)}`;
  }

  #sentence(): string {
    if (this.script === 'cjk') return this.random.pick(CJK_SENTENCES);
    const decorated = this.script === 'mixed' && this.random.chance(DECORATED_SHARE);
    return this.random.pick(decorated ? DECORATED_SENTENCES : ASCII_SENTENCES);
  }

  #outputLine(): string {
    if (this.script === 'cjk' && this.random.chance(0.3)) return this.random.pick(OUTPUT_CJK);
    if (this.script === 'mixed' && this.random.chance(DECORATED_SHARE / 5)) return this.random.pick(OUTPUT_DECORATED);
    return this.random.pick(OUTPUT_LINES);
  }
}
