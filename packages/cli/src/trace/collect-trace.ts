import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { ArchiveFile } from '@fxlog/batch/internal';
import { FxlogError } from '@fxlog/format';
import { readMcpServers } from '@fxlog/harness';
import { readSettingsFile, sharedSettings } from '@fxlog/harness/internal';
import { type JsonObject, stringifyJson } from '@fxlog/json';
import {
  doctorReport,
  openSession,
  repairSession,
  type Session,
  type SessionVerdict,
  StoreError,
  verifySession,
} from '@fxlog/store';
import { formatName } from '@fxlog/store/internal';
import pc from 'picocolors';
import type { CommandContext } from '../command-context.js';
import { redaction } from '../convert/redaction.js';
import { rewriteSource } from '../convert/rewrite-input.js';
import { withSourceOf } from '../convert/transcript-source.js';
import { isCommandError, UnreadableError, UsageError } from '../exit-code.js';
import { type ProfileOption, profileFor, workspaceOf } from '../input/profile.js';
import { openRoot } from '../input/sessions-root.js';
import { countOf } from '../output/measures.js';
import { renderDoctor } from '../render/doctor-report.js';
import { findingToJson } from '../report/finding-json.js';
import { VERSION } from '../version.js';
import { fileOfBytes, filesBelow, inspectFile, type TraceFile } from './trace-file.js';
import { tracePage } from './trace-page.js';
import { TraceRedactor } from './trace-redactor.js';

/** A diagnostic bundle of a session, redacted, before it is written. */
export interface Trace {
  readonly id: string;
  readonly files: readonly TraceFile[];
  /** How many different secrets and addresses were found on the way, and how many users the files would name. */
  readonly found: TraceRedactor['counts'];
  /** What is not in the bundle, and why. */
  readonly leftOut: readonly string[];
}

/** What is in no bundle, whatever there is of it (profile-and-tools §1.1). */
const NEVER = 'sign-in and credentials, memories, prompt history, recordings, instructions and skills: never looked at';

/**
 * Collects what helps somebody else to see what is wrong with a session: the session itself, what `verify` finds, versions, settings, the page of
 * the doctor, all of it redacted.
 *
 * @param folder an empty one, for the redacted session
 */
export async function collectTrace(
  context: CommandContext,
  dir: string,
  options: ProfileOption,
  folder: string,
): Promise<Trace> {
  const { signal } = context.interrupt;
  const session = await openSession(dir);
  const verdict = await verifySession(dir, { signal });
  const leftOut: string[] = [];
  const profile = await profileOf(context, options, session);
  const home = context.env.HOME || homedir();
  const user = context.env.USER ?? context.env.LOGNAME ?? basename(home);
  const redactor = new TraceRedactor(home, /^[A-Za-z0-9._-]{3,64}$/.test(user) ? user : null);
  const documents = new Map<string, string>([
    ['trace/findings.json', jsonText(findingsOf(verdict))],
    ['trace/versions.json', jsonText(versionsOf(session))],
  ]);
  if (profile === null) leftOut.push('settings and the page of the doctor: no profile belongs to this session');
  else {
    documents.set('trace/settings.json', jsonText(await settingsOf(profile, session)));
    const doctor = await doctorPage(profile, signal);
    if (doctor === null) leftOut.push('the page of the doctor: the profile has no sessions');
    else documents.set('trace/doctor.txt', doctor);
  }
  const redacted = (path: string, text: string): string => {
    const known = profile === null ? text : text.replaceAll(profile, '~/.fx');
    const tilde = known.replaceAll(session.dir, session.id).replaceAll(`${home}/`, '~/');
    return path.endsWith('.json') ? redactor.json(tilde) : redactor.text(tilde);
  };
  // What only these give away as a secret is one in the session, too.
  for (const [path, text] of documents) redacted(path, text);
  const files = await redactedSession(context, session, redactor, folder, leftOut);
  leftOut.push(NEVER);
  documents.set('trace/trace.md', await tracePage(session, verdict, leftOut, signal));
  const own = redactor.sessionId(session.id);
  const all = [
    ...[...documents].map(([path, text]) => fileOfBytes(path, Buffer.from(redacted(path, text)))),
    ...files,
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  const inspected: TraceFile[] = [];
  for (const file of all) {
    signal.throwIfAborted();
    inspected.push(await inspectFile(file, redactor, own));
  }
  const found = { ...redactor.counts, users: new Set(inspected.flatMap(({ users }) => [...users])).size };
  return { id: own, files: inspected, found, leftOut: [...new Set(leftOut)].map((what) => redacted('', what)) };
}

/** The session with placeholders; where it is too damaged for that, what a repair makes of it. */
async function redactedSession(
  context: CommandContext,
  session: Session,
  redactor: TraceRedactor,
  folder: string,
  leftOut: string[],
): Promise<ArchiveFile[]> {
  const output = join(folder, 'redacted');
  const rewrite = (dir: string) =>
    withSourceOf(context, { kind: 'session', name: session.id, dir }, (source) =>
      rewriteSource(context, source, { output }, redaction(redactor)),
    );
  try {
    const { path, findings } = await rewrite(session.dir).catch(async (error: unknown) => {
      const reason = reasonOfData(error);
      const seed = { seed: 'trace', clock: () => 0, signal: context.interrupt.signal };
      const { dir } = await repairSession(session.dir, { folder: join(folder, 'repaired') }, seed);
      if (dir === null) throw error;
      leftOut.push(`what a repair of the session sets aside, since it is damaged: ${reason}`);
      return rewrite(dir);
    });
    for (const { message } of findings) leftOut.push(message);
    const place = `sessions/${relative(output, path).replaceAll(sep, '/')}`;
    const manifest = join(path, 'session.json');
    if (existsSync(manifest)) await writeFile(manifest, withoutFingerprint(await readFile(manifest, 'utf8')));
    return await filesBelow(path, place);
  } catch (error) {
    leftOut.push(`the session itself, which cannot be redacted: ${reasonOfData(error)}`);
    return [];
  }
}

/** Why data cannot be worked on. Any other failure goes on. */
function reasonOfData(error: unknown): string {
  if (error instanceof FxlogError || isCommandError(error)) return error.message;
  throw error;
}

/** The fingerprint of the log is one of the device, inode and times of the copy, which no other copy has. */
function withoutFingerprint(manifest: string): string {
  return manifest.replace(/("event_log_stat_fingerprint":")[0-9a-f]{64}"/, `$1${'0'.repeat(64)}"`);
}

async function profileOf(context: CommandContext, options: ProfileOption, session: Session): Promise<string | null> {
  try {
    return await profileFor(context, options, dirname(session.dir));
  } catch (error) {
    if (error instanceof UsageError) return null;
    throw error;
  }
}

function findingsOf(verdict: SessionVerdict): JsonObject {
  const { format, readable, listed, resumable, recoverable, findings } = verdict;
  const fx = { readable, listed, resumable, recoverable } as unknown as JsonObject;
  return { kind: 'findings', version: 1, format, fx, findings: findings.map(findingToJson) };
}

function versionsOf(session: Session): JsonObject {
  const { node } = process.versions;
  const { platform, arch } = process;
  const format = { format: session.format, formatName: formatName(session.format) };
  return { kind: 'versions', version: 1, fxlog: VERSION, node, platform, arch, ...format, fx: null };
}

async function settingsOf(profile: string, session: Session): Promise<JsonObject> {
  const mcp = readMcpServers(join(profile, 'mcp.json'));
  const { bytes, problem } = readSettingsFile(join(profile, 'settings.json'));
  if (problem !== null) return { kind: 'settings', version: 1, problem, mcp } as unknown as JsonObject;
  const settings = sharedSettings(bytes, await workspaceOf(session));
  return { kind: 'settings', version: 1, ...settings, mcp } as unknown as JsonObject;
}

async function doctorPage(profile: string, signal: AbortSignal): Promise<string | null> {
  try {
    const root = await openRoot(join(profile, 'sessions'), true);
    const report = await doctorReport(root, { checkDigests: false, signal });
    return `${renderDoctor(report, pc.createColors(false), Number.POSITIVE_INFINITY).join('\n')}\n`;
  } catch (error) {
    if (error instanceof UnreadableError || error instanceof StoreError) return null;
    throw error;
  }
}

function jsonText(value: JsonObject): string {
  return `${stringifyJson(value)}\n`;
}

/** `3 secrets, 1 user and 0 addresses` */
export function foundText({ secrets, users, emails }: Trace['found']): string {
  return `${countOf(secrets, 'secret')}, ${countOf(users, 'user')} and ${countOf(emails, 'address', 'addresses')}`;
}
