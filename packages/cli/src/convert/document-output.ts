import { statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Codec } from '@fxlog/codecs';
import type { EncodedPiece, Installation, ReportLoss } from '@fxlog/codecs/internal';
import type { CommandContext } from '../command-context.js';
import { escapeJsonForTerminal, terminalText } from '../output/terminal-text.js';
import { NewFile } from './new-file.js';
import { pathBelow } from './path-below.js';
import { programHome } from './program-home.js';

/** Where a document goes. */
export interface DocumentPlace {
  /** `-o`: a file, a folder, `-` or nothing for standard output. */
  readonly output: string | undefined;
  /** Where the program looks for its sessions. */
  readonly isInstalled: boolean;
  /** What the source is called by the person, for a name in a folder. */
  readonly sourceName: string;
}

/** Takes the pieces of a document and of the files beside it. */
export interface DocumentOutput {
  write(piece: EncodedPiece): Promise<void>;
  /** Makes all of it stand; the path of the document, null for standard output. */
  publish(): Promise<string | null>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

/**
 * Opens the place of a document. `installation` is asked for with the first piece, when the encoder has said it.
 *
 * @throws UsageError when there is no such place
 */
export function openDocumentOutput(
  context: CommandContext,
  codec: Codec,
  place: DocumentPlace,
  installation: () => Installation | undefined,
  report: ReportLoss,
): DocumentOutput {
  const { output, isInstalled } = place;
  if (!isInstalled && (output === undefined || output === '-')) return new StandardOutput(context, codec, report);
  // A wrong codec is said before anything is read.
  const home = isInstalled ? programHome(context, codec.name) : null;
  return new FileOutput(() => documentPath(context, codec, place, home, installation()));
}

function documentPath(
  { cwd }: CommandContext,
  codec: Codec,
  { output = '.', sourceName }: DocumentPlace,
  home: string | null,
  installation: Installation | undefined,
): string {
  const path = home ?? resolve(cwd, output);
  if (home === null && !output.endsWith('/') && statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true)
    return path;
  if (installation !== undefined) return pathBelow(path, installation.path);
  const stem = basename(sourceName, extname(sourceName)).replace(/^\(.*\)$/, '') || 'transcript';
  return join(path, `${stem}${codec.extension ?? ''}`);
}

class StandardOutput implements DocumentOutput {
  readonly #context: CommandContext;
  readonly #report: ReportLoss;
  readonly #isJson: boolean;
  readonly #decoder = new TextDecoder();
  readonly #missing = new Set<string>();

  constructor(context: CommandContext, codec: Codec, report: ReportLoss) {
    this.#context = context;
    this.#report = report;
    this.#isJson = /^\.jsonl?$/.test(codec.extension ?? '');
  }

  async write({ file, bytes }: EncodedPiece): Promise<void> {
    const { output } = this.#context;
    if (file !== null) {
      if (this.#missing.has(file)) return;
      this.#missing.add(file);
      this.#report({
        code: 'dropped-record',
        where: { file },
        detail: `Standard output has no place for the file ${file}; -o PATH has.`,
      });
      return;
    }
    if (!output.terminal.stdoutIsTerminal) return output.write(bytes);
    const text = this.#decoder.decode(bytes, { stream: true });
    return output.write(this.#isJson ? escapeJsonForTerminal(text) : terminalText(text, { multiline: true }));
  }

  async publish(): Promise<null> {
    return null;
  }

  async discard(): Promise<void> {
    await this.#context.output.flush();
  }
}

class FileOutput implements DocumentOutput {
  readonly #choosePath: () => string;
  #path: string | null = null;
  readonly #files = new Map<string, NewFile>();

  constructor(choosePath: () => string) {
    this.#choosePath = choosePath;
  }

  async write({ file, bytes }: EncodedPiece): Promise<void> {
    await (await this.#open(file)).write(bytes);
  }

  async publish(): Promise<string> {
    const main = await this.#open(null);
    // The document last: who finds it finds all of it.
    for (const file of this.#files.values()) if (file !== main) await file.publish();
    await main.publish();
    return main.path;
  }

  async discard(): Promise<void> {
    for (const file of this.#files.values()) await file.discard();
  }

  async #open(file: string | null): Promise<NewFile> {
    this.#path ??= this.#choosePath();
    const path = file === null ? this.#path : pathBelow(dirname(this.#path), file);
    let opened = this.#files.get(path);
    if (opened === undefined) {
      opened = await NewFile.create(path);
      this.#files.set(path, opened);
    }
    return opened;
  }
}
