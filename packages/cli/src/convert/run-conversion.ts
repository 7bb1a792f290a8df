import { homedir } from 'node:os';
import { join } from 'node:path';
import { foldLog } from '@fxlog/assembler/internal';
import { type Codec, convert, type LossReport, readItems, type TranscriptOptions } from '@fxlog/codecs';
import type { Installation, TranscriptView } from '@fxlog/codecs/internal';
import { detectFormat, type Finding, type RuleId } from '@fxlog/format';
import type { JsonObject } from '@fxlog/json';
import { LogError } from '@fxlog/reader';
import { HistoryWalk } from '@fxlog/store/internal';
import type { SessionTarget } from '@fxlog/writer';
import { WRITTEN_DIALECTS, writeDialectOf } from '@fxlog/writer/internal';
import type { CommandContext, RootOption, SharedOptions } from '../command-context.js';
import { destinationOf } from '../commands/change-session.js';
import { CommandError, ExitCode, UsageError } from '../exit-code.js';
import { readWindow } from '../input/byte-window.js';
import { openSessionsRoot } from '../input/sessions-root.js';
import { type ConversionResult, printConversion } from './conversion-result.js';
import { openDocumentOutput } from './document-output.js';
import { explainConversion, sourceCodec, sourceFaultOf } from './explain-failure.js';
import { convertFx, copyFx, type FxOutput, type FxWriting, writeItemsAsFx } from './fx-output.js';
import { LossOutput } from './loss-output.js';
import { Observed } from './observe.js';
import type { StagePlan } from './parse-stage.js';
import { sessionOf, type TranscriptSource, withTranscriptSource } from './transcript-source.js';

/** What is to become of an input. */
export interface ConversionRequest extends RootOption, SharedOptions {
  readonly to: Codec;
  /** Which of the formats of fx to write. Default: the first. */
  readonly dialect?: string | undefined;
  readonly from?: string | undefined;
  readonly plan: StagePlan;
  /** Default: everything that was said for a document for people, what the model would see for a program. */
  readonly view?: TranscriptView | undefined;
  /** A file, a folder, `-`; undefined for standard output. */
  readonly output: string | undefined;
  /** What a document in a folder is called that does not say so itself. Default: as its source. */
  readonly documentName?: string;
  readonly install: boolean;
  readonly strictLossless: boolean;
  /** Path of the report; null for none. */
  readonly report: string | null;
}

const [DEFAULT_DIALECT = ''] = WRITTEN_DIALECTS;

/** What fx is told where a transcript does not say which model it was; the person chooses another one when it goes on. */
const UNKNOWN_MODEL = 'unknown';

/**
 * Whether a log of fx can be copied event by event; another format of fx, and what fx 0.0.5 refuses to read or to send, is converted like that of another
 * program.
 */
async function isSoundEventLog({ path, name, end }: TranscriptSource, signal: AbortSignal): Promise<boolean> {
  const window = await readWindow(path, 0);
  if (detectFormat(window?.bytes ?? new Uint8Array(0), name).dialect !== 'event-log-v1') return false;
  try {
    const walk = new HistoryWalk();
    await foldLog(path, { file: name, end, signal, sink: walk });
    return walk.recent.pairingFindings(path).length === 0;
  } catch (error) {
    if (error instanceof LogError) return false;
    throw error;
  }
}

/** The codec of all that fx writes. */
const FX = 'fx';

/** Something was lost and nothing may be. */
class LossesFound extends CommandError {
  /** Of the first kind of loss. */
  readonly rule: RuleId;

  constructor(losses: LossReport) {
    super(
      ExitCode.badData,
      `${losses.total} things would be lost, and --strict-lossless allows none; nothing was written`,
      'Without --strict-lossless it is written, with the losses reported.',
    );
    this.rule = `codec/${losses.kinds()[0]?.code ?? 'dropped-record'}`;
  }
}

/** Converts one input and says what came of it. */
export async function runConversion(
  context: CommandContext,
  argument: string,
  request: ConversionRequest,
): Promise<ExitCode> {
  checkTarget(request.to);
  if (request.install && request.output !== undefined) throw new UsageError('either -o PATH or --install, not both');
  return withTranscriptSource(context, argument, request.root, (source) =>
    explainConversion(context, source, async () => {
      const { result, losses } = await convertSource(context, source, request);
      if (result.path !== null) await printConversion(context, result, losses.counts(), request);
      await context.output.flush();
      losses.summarize(context, request.report);
      const isDamaged = losses.damageOf(result.from) !== null;
      return isDamaged || (request.strictLossless && !losses.losses.isLossless) ? ExitCode.badData : ExitCode.ok;
    }),
  );
}

/** @throws UsageError for a format that cannot be written */
export function checkTarget(to: Codec): void {
  if (to.encode === undefined) throw new UsageError(`${to.title} can only be read`);
}

/** Converts a source, and prints nothing but what goes to standard output. */
export function convertSource(
  context: CommandContext,
  source: TranscriptSource,
  request: ConversionRequest,
): Promise<{ readonly result: ConversionResult; readonly losses: LossOutput }> {
  return new Conversion(context, source, request).run();
}

class Conversion {
  readonly #context: CommandContext;
  readonly #source: TranscriptSource;
  readonly #request: ConversionRequest;
  readonly #losses: LossOutput;
  readonly #observed = new Observed();

  constructor(context: CommandContext, source: TranscriptSource, request: ConversionRequest) {
    this.#context = context;
    this.#source = source;
    this.#request = request;
    this.#losses = new LossOutput(request.report);
  }

  async run(): Promise<{ result: ConversionResult; losses: LossOutput }> {
    const { to, from: named, plan, view } = this.#request;
    const { signal } = this.#context.interrupt;
    const from = await sourceCodec(this.#source, named, signal);
    const options: TranscriptOptions = {
      from,
      end: this.#source.end,
      stages: plan.stages,
      file: this.#source.file,
      readAttachment: this.#source.readAttachment,
      readBlob: this.#source.readBlob,
      unfinished: this.#source.unfinished,
      findSession: this.#source.findSession,
      view,
      // As every command reads the logs of fx.
      mode: from.name === FX ? 'lenient' : 'strict',
      signal,
    };
    await plan.prepare(this.#source.source, { ...options, stages: [] });
    const facts = { input: this.#source.name, from: from.name, to: to.name };
    const written = await this.#writeAndAccount(from, options, facts);
    const { meta, messages } = this.#observed;
    const result: ConversionResult = {
      ...facts,
      ...written,
      messages: meta === null ? null : messages,
      cwd: meta?.cwd ?? written.cwd ?? null,
    };
    return { result, losses: this.#losses };
  }

  /** The report is finished whatever happens; what was lost on the way to nothing is of interest only where that is the reason. */
  async #writeAndAccount(from: Codec, options: TranscriptOptions, facts: JsonObject): Promise<Written> {
    try {
      return await this.#write(from, options);
    } catch (error) {
      const fault = sourceFaultOf(error);
      if (fault instanceof LossesFound) this.#losses.summarize(this.#context, this.#request.report);
      throw fault;
    } finally {
      this.#losses.finish(facts);
    }
  }

  #write(from: Codec, options: TranscriptOptions): Promise<Written> {
    const { to, output, install, dialect } = this.#request;
    const isSession = to.name === FX && output !== '-';
    if (dialect !== undefined && (to.name !== FX || (!isSession && dialect !== DEFAULT_DIALECT))) {
      throw new UsageError(
        `--dialect ${dialect} is for sessions of fx in a folder`,
        'Give --to fx, and -o DIR or --install.',
      );
    }
    if (!isSession) return this.#writeDocument(from, options);
    if (output === undefined && !install) {
      throw new UsageError(
        'a session of fx is a directory',
        'Say where it goes: -o DIR, or --install for where fx looks.',
      );
    }
    return this.#writeFx(from, options);
  }

  async #writeFx(from: Codec, options: TranscriptOptions): Promise<Written> {
    let target: SessionTarget = { dir: '' };
    const choose = async (id: string) => {
      target = await this.#fxTarget(id);
      return target;
    };
    const { id, dir, ...written } = await this.#writeFxTo(from, options, choose);
    return { path: dir, sessionId: id, resume: ['fx', '--resume', id], isInPlace: 'root' in target, ...written };
  }

  async #writeFxTo(from: Codec, options: TranscriptOptions, target: FxWriting['target']): Promise<FxOutput> {
    const { stages = [], view, signal } = options;
    const { dialect = DEFAULT_DIALECT } = this.#request;
    const writing: FxWriting = { dialect, report: this.#losses.add, target, check: () => this.#refuseLosses() };
    if (from.name === FX && stages.length === 0) {
      const { interrupt } = this.#context;
      const isOwn = dialect === DEFAULT_DIALECT && (await isSoundEventLog(this.#source, interrupt.signal));
      if (isOwn) return copyFx(this.#source, target, interrupt.signal);
      const session = await sessionOf(this.#source);
      const history = view === 'archive' ? 'archive' : 'standing';
      const isInMemory = this.#source.source !== this.#source.path;
      if (session !== null && (isInMemory || WRITTEN_DIALECTS.includes(session.format)))
        return convertFx(session, this.#source, writing, { view: history, signal });
    }
    return writeItemsAsFx(
      readItems(this.#source.source, {
        ...options,
        stages: [...stages, this.#observed.stage],
        onLoss: this.#losses.add,
      }),
      {
        report: this.#losses.add,
        defaults: { cwd: this.#context.cwd, model: UNKNOWN_MODEL },
        signal: options.signal,
      },
      this.#source,
      writing,
    );
  }

  async #fxTarget(id: string): Promise<SessionTarget> {
    const { output, install, root, dialect = DEFAULT_DIALECT } = this.#request;
    const { folder } = writeDialectOf(dialect);
    if (!install) return destinationOf(this.#context, output ?? '.', id, folder);
    const { env } = this.#context;
    // A folder that fx has not made yet cannot be opened, but it can be made.
    if (root === undefined && !env.FX_HOME) return { root: join(env.HOME || homedir(), '.fx', 'sessions') };
    return { root: (await openSessionsRoot(this.#context, root)).path };
  }

  async #writeDocument(from: Codec, options: TranscriptOptions): Promise<Written> {
    const { to, output, install, documentName = this.#source.name } = this.#request;
    const { stages = [] } = options;
    let installation: Installation | undefined;
    const document = openDocumentOutput(
      this.#context,
      to,
      { output, isInstalled: install, sourceName: documentName },
      () => installation,
      this.#losses.add,
    );
    // Bytes can be copied, but where a session belongs only its encoder says.
    const isCopied = from === to && stages.length === 0 && !install;
    const pieces = convert(this.#source.source, {
      ...options,
      to,
      stages: isCopied ? [] : [...stages, this.#observed.stage],
      onLoss: this.#losses.add,
      onInstallation: (told) => {
        installation = told;
      },
      defaults: { cwd: this.#context.cwd, model: UNKNOWN_MODEL },
    });
    try {
      for await (const piece of pieces) await document.write(piece);
      if (installation !== undefined && !isCopied && this.#observed.messages === 0) throw nothingToGoOnWith(to);
      if (output !== undefined || install) this.#refuseLosses();
      const path = await document.publish();
      const { sessionId = null, resume = null } = installation ?? {};
      return { path, sessionId, resume, isInPlace: install, findings: [] };
    } catch (error) {
      await document.discard();
      throw error;
    }
  }

  #refuseLosses(): void {
    const { losses } = this.#losses;
    if (this.#request.strictLossless && !losses.isLossless) throw new LossesFound(losses);
  }
}

/** A session without a message is a file that its program refuses or never lists. */
function nothingToGoOnWith({ title }: Codec): CommandError {
  return new CommandError(
    ExitCode.badData,
    `the session has no message, so that ${title} has nothing to go on with; nothing was written`,
    'Say something in it first, or convert it to common, simple or jsonl.',
  );
}

/** What was written. */
interface Written {
  /** Null for standard output. */
  readonly path: string | null;
  readonly sessionId: string | null;
  readonly resume: readonly string[] | null;
  /** Whether the program finds it there. */
  readonly isInPlace: boolean;
  readonly findings: readonly Finding[];
  /** Of a session of fx that became one of another format of fx: its turns and summaries, and where it works. */
  readonly turns?: number;
  readonly cwd?: string;
}
