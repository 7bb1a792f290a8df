import { lstatSync } from 'node:fs';
import { type ConversationCut, ConversationSurvey, isCommitted } from '@fxlog/assembler/internal';
import { type Finding, ruleById } from '@fxlog/format';
import { type ConversationManifest, judgeRecovery } from '@fxlog/format/internal';
import { WriteError } from '@fxlog/writer';
import { ImageNumbers } from '@fxlog/writer/internal';
import type { LogEnd } from '../../../appended-turn.js';
import { SessionDirectory } from '../../../session-directory.js';
import { LOG, readManifest, readSidecar } from '../control-files.js';
import { eachLine } from '../each-line.js';
import { verifyConversation } from '../verify-session.js';

/** A log that a turn may be written behind. */
export interface AppendableLog extends ConversationCut, LogEnd {
  readonly manifest: ConversationManifest;
  /** Of its images. */
  readonly numbers: ImageNumbers;
  readonly findings: readonly Finding[];
}

/**
 * The log of a session that fx would go on with. `session.lock` should be held, or the answer may be old.
 *
 * @param recover whether what an interrupted writer left may be cut off; else it is a reason to refuse
 * @throws WriteError `change/format`, `change/not-resumable`, `change/tail`.
 */
export async function openForAppend(dir: string, recover: boolean): Promise<AppendableLog> {
  const directory = new SessionDirectory(dir);
  const manifest = readManifest(directory).value;
  if (directory.schema !== 4 || manifest === null) {
    const message = `${dir} is not a session of a conversation log.`;
    throw new WriteError({ rule: 'change/format', message, file: dir });
  }
  const { resumable } = await verifyConversation(directory, { checkDigests: false });
  if (!resumable.ok) {
    const message = `fx would not go on with ${dir}: ${resumable.reason} (${resumable.error}).`;
    throw new WriteError({ rule: 'change/not-resumable', message, file: dir });
  }
  const path = `${dir}/${LOG}`;
  const { ino, size: exactSize } = lstatSync(path, { bigint: true });
  const size = Number(exactSize);
  const survey = new ConversationSurvey();
  const numbers = new ImageNumbers();
  const { tornFrom } = await eachLine(path, undefined, (line, offset, length) => {
    if ('rule' in line) {
      survey.fault(line, offset);
      return;
    }
    survey.frame(line, offset, length);
    if ('user' in line.event) for (const { id } of line.event.user.images) numbers.note(id);
  });
  if (tornFrom !== null) survey.torn(tornFrom);
  const { writer } = survey.result();
  if (!isCommitted(writer)) throw new TypeError('What fx goes on with has no fault.');
  const { bytes, seq, timestampMs, isTurnOpen } = writer;
  if ((size > bytes || isTurnOpen) && !recover) {
    const message = `${path} ends with ${size - bytes} bytes of a turn or a line that has no end; fx would cut them off.`;
    throw new WriteError({ rule: 'change/tail', message, file: path });
  }
  const findings = recoveryFindings(directory, seq);
  return { manifest, numbers, size, ino, bytes, seq, timestampMs, isTurnOpen, findings };
}

/** A turn in flight that belongs to the end of the log is out of date once the log grows. */
function recoveryFindings(directory: SessionDirectory, seq: ConversationCut['seq']): Finding[] {
  const recovery = readSidecar(directory, 'recovery')?.value ?? null;
  if (recovery === null || judgeRecovery(recovery, seq) !== 'fresh') return [];
  const rule = 'change/recovery-dropped';
  const message = 'An interrupted turn was waiting to be continued; with the new turn fx no longer offers that.';
  return [{ rule, severity: ruleById(rule).severity, message, file: 'recovery.json' }];
}
