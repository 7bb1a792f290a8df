import { resolve } from 'node:path';
import {
  type Codec,
  convert,
  LossReport,
  Redactor,
  readItems,
  rewriteLog,
  type Stage,
  type TranscriptOptions,
} from '@fxlog/codecs';
import {
  type Installation,
  learnItems,
  type ReportLoss,
  rewriteContent,
  rewriteReasoningFile,
  rewriteUsage,
  type TextRewriter,
} from '@fxlog/codecs/internal';
import { eventLogV1, type Finding } from '@fxlog/format';
import { type DisplayMetadata, isFrameOf, REASONING_FILE } from '@fxlog/format/internal';
import { LogError, readEvents } from '@fxlog/reader';
import { openSession, type Session } from '@fxlog/store';
import { sessionContent } from '@fxlog/store/internal';
import { type SessionFile, WriteError, type WriteSessionOptions, writeSession } from '@fxlog/writer';
import { type SessionContent, WRITTEN_DIALECTS, writeContent, writeDialectOf } from '@fxlog/writer/internal';
import type { CommandContext, RootOption, SharedOptions } from '../command-context.js';
import { destinationOf } from '../commands/change-session.js';
import { ExitCode, UsageError } from '../exit-code.js';
import { countOf } from '../output/measures.js';
import { terminalText } from '../output/terminal-text.js';
import { renderPlaceless } from '../render/finding.js';
import { findingToJson } from '../report/finding-json.js';
import { openDocumentOutput } from './document-output.js';
import { explainConversion, sourceCodec, sourceFaultOf } from './explain-failure.js';
import { keepsHistory } from './fx-output.js';
import { sessionOf, type TranscriptSource, withTranscriptSource } from './transcript-source.js';

/** How an input gets other text. */
export interface Rewriting {
  /** For the result of the command, `redact` or `fixture`. */
  readonly kind: string;
  readonly rewriter: TextRewriter;
  /** The same for transcripts of other programs. */
  readonly stage: Stage;
  /** With the session's id it decides the identifiers of a session of fx. */
  readonly seed: string;
}

export interface RewriteInputOptions extends RootOption, SharedOptions {
  readonly output: string;
  readonly from?: string | undefined;
  /** What a document is called that does not say so itself. Default: what was done to it. */
  readonly documentName?: string;
}

/** Writes an input with other text into a folder, in its own format; a session of fx as a session. */
export async function rewriteInput(
  context: CommandContext,
  argument: string,
  options: RewriteInputOptions,
  rewriting: Rewriting,
): Promise<ExitCode> {
  return withTranscriptSource(context, argument, options.root, (source) =>
    explainConversion(context, source, async () => {
      const rewritten = await rewriteSource(context, source, options, rewriting);
      await printRewritten(context, { kind: rewriting.kind, ...rewritten }, options);
      // Made, but not of all that was there.
      return rewritten.findings.some(({ rule }) => rule === 'codec/bad-line') ? ExitCode.badData : ExitCode.ok;
    }),
  );
}

/** What came of rewriting an input. */
export interface Rewritten {
  /** As the person calls it. */
  readonly input: string;
  /** Name of its codec. */
  readonly format: string;
  readonly path: string;
  /** How many different things got a placeholder; null for a copy of which no word is left. */
  readonly replaced: { readonly secrets: number; readonly users: number; readonly emails: number } | null;
  readonly findings: readonly Finding[];
}

/** Rewrites a source and prints nothing. */
export async function rewriteSource(
  context: CommandContext,
  source: TranscriptSource,
  options: RewriteInputOptions,
  rewriting: Rewriting,
): Promise<Rewritten> {
  const codec = await sourceCodec(source, options.from, context.interrupt.signal);
  const session = await sessionOf(source);
  const isMadeOfTurns =
    session !== null && session.format !== eventLogV1.id && WRITTEN_DIALECTS.includes(session.format);
  const { path, findings } = isMadeOfTurns
    ? await rewriteTurns(context, session, options.output, rewriting)
    : codec.name === 'fx'
      ? await rewriteEventLog(context, source, session, options.output, rewriting)
      : await rewriteDocument(context, source, codec, options, rewriting);
  const replaced = rewriting.rewriter instanceof Redactor ? { ...rewriting.rewriter.counts } : null;
  return { input: source.name, format: codec.name, path, replaced, findings };
}

/** Prints where the copy is and how much was replaced. */
export async function printRewritten(
  { output }: CommandContext,
  { kind, input, format, path, replaced, findings }: Rewritten & { readonly kind: string },
  options: SharedOptions,
): Promise<void> {
  if (options.json === true) {
    await output.json({ kind, input, format, path, replaced, findings: findings.map(findingToJson) });
    return;
  }
  await output.line(`${terminalText(path)}${replaced === null ? '' : `: ${replacedText(replaced)}`}`);
  for (const finding of findings) await output.line(renderPlaceless(finding, output.paint, output.columns));
}

/** `2 secrets, 1 user, 0 addresses replaced` */
export function replacedText({ secrets, users, emails }: NonNullable<Rewritten['replaced']>): string {
  return `${countOf(secrets, 'secret')}, ${countOf(users, 'user')}, ${countOf(emails, 'address', 'addresses')} replaced`;
}

interface Written {
  readonly path: string;
  readonly findings: readonly Finding[];
}

/** A session of an event log: event by event where fx reads it, else what can be read of it, turn by turn. */
async function rewriteEventLog(
  context: CommandContext,
  source: TranscriptSource,
  session: Session | null,
  folder: string,
  rewriting: Rewriting,
): Promise<Written> {
  try {
    return await rewriteEvents(context, source, folder, rewriting);
  } catch (error) {
    if (session === null || !(error instanceof LogError)) throw error;
    return rewriteTurns(context, session, folder, rewriting);
  }
}

async function rewriteEvents(
  context: CommandContext,
  source: TranscriptSource,
  folder: string,
  { rewriter, seed }: Rewriting,
): Promise<Written> {
  const { signal } = context.interrupt;
  const id = rewriter.sessionId(await sessionIdOf(source));
  const session = source.sessionDir === null ? null : await openSession(source.sessionDir);
  const records = () => readEvents(source.source, { file: source.name, end: source.end, signal });
  // What only a later line gives away as a secret is one in the lines before it, too.
  if (rewriter instanceof Redactor) {
    if (session !== null) await rewriteSidecars(session, source, rewriter);
    const log = rewriteLog(records(), rewriter, source.readAttachment);
    for await (const _ of log.items) log.lateFiles();
  }
  const { files, ...sidecars } = session === null ? { files: [] } : await rewriteSidecars(session, source, rewriter);
  const log = rewriteLog(records(), rewriter, source.readAttachment);
  const target = await destinationOf(context, folder, id);
  try {
    const written = await writeSession({ events: log.items }, target, {
      ...sidecars,
      files,
      seed: `${seed} ${id}`,
      keepHistory: keepsHistory(source.path) && 'checkpoint',
      readAttachment: log.readAttachment,
      lateFiles: () => log.lateFiles(),
    });
    return { path: written.dir, findings: [...leftOut(session), ...written.findings] };
  } catch (error) {
    throw sourceFaultOf(error);
  }
}

/** A session turn by turn: of a newer format, or one that fx does not read as a whole. */
async function rewriteTurns(
  context: CommandContext,
  session: Session,
  folder: string,
  { rewriter }: Rewriting,
): Promise<Written> {
  const { signal } = context.interrupt;
  const losses = new LossReport();
  const contentOf = (report: ReportLoss) => sessionContent(session, { report, signal });
  // What only a later turn gives away as a secret is one in the turns before it, too.
  if (rewriter instanceof Redactor) {
    for await (const item of rewriteContent(await contentOf(() => undefined), rewriter).items) void item;
  }
  const original = await contentOf(losses.add);
  const content = rewriteContent(original, rewriter);
  const { folder: below } = writeDialectOf(session.format);
  const target = await destinationOf(context, folder, content.head.id ?? session.id, below);
  const written = await writeContent(session.format, content, target, { report: losses.add });
  const left = session.children().filter(({ file }) => !content.isTaken(file) && !OWN_FILES.test(file));
  const findings = [...leftOutOf(left.map(({ file }) => file)), ...rulesLeftOut(original)];
  return { path: written.dir, findings: [...losses.toFindings(), ...findings, ...written.findings] };
}

/** What the writer makes of the turns. */
const OWN_FILES = /^blobs\//;

/** Rules hold commands in a form that cannot be changed. */
function rulesLeftOut({ permissions }: SessionContent): Finding[] {
  const count = permissions?.rules.length ?? 0;
  if (count === 0) return [];
  const message = `${countOf(count, 'saved rule')} ${count === 1 ? 'was' : 'were'} not taken along: they name commands as they are.`;
  return [{ rule: 'change/left-behind', severity: 'info', message }];
}

async function sessionIdOf(source: TranscriptSource): Promise<string> {
  for await (const [first] of readEvents(source.source, { file: source.name, end: source.end })) {
    if (first === undefined) break;
    if (!isFrameOf(eventLogV1, first.checked)) {
      const message = `${source.name} is a log of which much lies in files beside it`;
      throw new UsageError(message, 'Name the directory of its session.');
    }
    const { event } = first.checked;
    if (event.kind === 'session_started') return event.payload.id;
    break;
  }
  throw new WriteError({ rule: 'write/id', message: `${source.name} does not begin as a log of fx does.` });
}

type Sidecars = Pick<WriteSessionOptions, 'display' | 'usage'> & { readonly files: readonly SessionFile[] };

/** The small files of a session with other text: title, usage, reasoning. */
async function rewriteSidecars(session: Session, source: TranscriptSource, rewriter: TextRewriter): Promise<Sidecars> {
  const display = session.display();
  const usage = session.usage();
  const reasoning = await source.readAttachment(REASONING_FILE);
  const rewritten = reasoning === null ? null : rewriteReasoningFile(reasoning, rewriter);
  return {
    ...(display.state === 'present' ? { display: rewriteDisplay(display.value, rewriter) } : {}),
    ...(usage.state === 'present' ? { usage: rewriteUsage(usage.value.snapshot, rewriter) } : {}),
    files: rewritten === null ? [] : [{ path: REASONING_FILE, bytes: rewritten }],
  };
}

function rewriteDisplay(display: DisplayMetadata, rewriter: TextRewriter): DisplayMetadata {
  const { title, preview, origin_workspace_root: origin } = display;
  return {
    schema_version: 1,
    title: rewriter.text(title),
    preview: preview === null ? null : rewriter.text(preview),
    origin_workspace_root: origin === null ? null : rewriter.path(origin),
  };
}

/** Directories whose files a log refers to, so that they come along with it. */
const CARRIED = /^(?:images|tool-results|logs\/commands)\//;

/** Files of which nobody knows what text is in them stay behind. */
function leftOut(session: Session | null): Finding[] {
  return leftOutOf((session?.children() ?? []).map(({ file }) => file).filter((file) => !CARRIED.test(file)));
}

function leftOutOf(files: readonly string[]): Finding[] {
  if (files.length === 0) return [];
  const directories = [...new Set(files.map((file) => file.split('/')[0]))].join(', ');
  const message = `${files.length} files in ${directories} were not taken along: what text they hold is not known.`;
  return [{ rule: 'change/left-behind', severity: 'info', message }];
}

async function rewriteDocument(
  context: CommandContext,
  source: TranscriptSource,
  codec: Codec,
  { output: folder, documentName }: RewriteInputOptions,
  { kind, rewriter, stage }: Rewriting,
): Promise<Written> {
  const { signal } = context.interrupt;
  const { file, readAttachment, readBlob, unfinished } = source;
  const options: TranscriptOptions = {
    from: codec,
    end: source.end,
    file,
    readAttachment,
    readBlob,
    unfinished,
    signal,
  };
  if (rewriter instanceof Redactor) {
    for await (const items of readItems(source.source, options)) learnItems(items, rewriter);
  }
  let installation: Installation | undefined;
  const losses = new LossReport();
  const place = { output: `${resolve(context.cwd, folder)}/`, isInstalled: false, sourceName: documentName ?? kind };
  const document = openDocumentOutput(context, codec, place, () => flat(installation), losses.add);
  try {
    const pieces = convert(source.source, {
      ...options,
      to: codec,
      stages: [stage],
      onLoss: losses.add,
      onInstallation: (told) => {
        installation = told;
      },
    });
    for await (const piece of pieces) await document.write(piece);
    const path = (await document.publish()) ?? '';
    return { path, findings: losses.toFindings().filter(({ rule }) => rule !== 'codec/redacted') };
  } catch (error) {
    await document.discard();
    throw error;
  }
}

/** The file alone, without the folders of its program. */
function flat(installation: Installation | undefined): Installation | undefined {
  return installation === undefined
    ? undefined
    : { ...installation, path: installation.path.split('/').at(-1) ?? installation.path };
}
