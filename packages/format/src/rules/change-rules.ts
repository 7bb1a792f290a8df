import { defineRules } from './rule.js';

/** Rules of changing, copying and removing sessions that are there: what is refused before anything is touched. */
export const CHANGE_RULES = defineRules([
  {
    id: 'change/unreadable',
    title: 'fx could not read the session, so it is not changed',
    severity: 'error',
    spec: 'session-directory §3.2, §6.3',
    explain:
      'Only what fx itself reads can be copied, rewritten or added to: marker, first frame, watermark, every committed frame, every image locator. The message names the first of them that is wrong.',
    remedy: 'fxlog verify lists all faults; fxlog repair writes a valid session from what can be saved.',
  },
  {
    id: 'change/format',
    title: 'This cannot be done with a session of this format',
    severity: 'error',
    spec: 'session-directory §6.1',
    explain:
      'Each format is changed as its own fx changes it. Only event logs have events and recovery checkpoints that a rewritten log could leave out; conversation logs and sessions of the store v2/ are moved to another workspace, and turns are appended to them; legacy snapshots and execution journals are not changed at all.',
    remedy:
      'Move it with fxlog rewrite --rebind, or let fxlog convert write all of it anew, in this format or another. A legacy session is converted, too.',
  },
  {
    id: 'change/pending',
    title: 'Somebody is committing to the session, or was cut short',
    severity: 'error',
    spec: 'session-directory §3.3, §3.5',
    explain:
      'commit.pending.json or authority.pending.json lies in the directory. While fx is at work that takes milliseconds; after a crash it stays, and the next fx that opens the session finishes the commit or takes it back.',
    remedy: 'Try again. If it stays: open the session in fx once, or append with `recover`.',
  },
  {
    id: 'change/moved-on',
    title: 'The session is no longer what was read',
    severity: 'error',
    spec: 'session-directory §8',
    explain:
      'Between reading and writing somebody committed to the session, replaced its log or touched the file. What was worked out from the old content would destroy the new.',
    remedy: 'Read the session again, then repeat.',
  },
  {
    id: 'change/tail',
    title: 'Bytes behind the watermark would be cut off',
    severity: 'error',
    spec: 'session-directory §3.2',
    explain:
      'An interrupted writer left bytes that were never committed. fx deletes them in silence; they may be whole turns.',
    remedy: 'fxlog repair keeps them in quarantine; append with `recover` cuts them off as fx does.',
  },
  {
    id: 'change/not-resumable',
    title: 'fx would not open the session for writing',
    severity: 'error',
    spec: 'session-directory §1.5, §6.3',
    explain: 'What fx refuses to resume is not written to either; the message says what stops it, often a mode.',
    remedy: 'fxlog verify shows the reason; give directories 0700 and files 0600.',
  },
  {
    id: 'change/nothing-to-do',
    title: 'The change would change nothing',
    severity: 'error',
    spec: 'session-directory §3.6',
    explain: 'The session has what was asked for already, so it is left untouched.',
    remedy: 'Nothing needs to be done.',
  },
  {
    id: 'change/left-behind',
    title: 'A file was not taken along',
    severity: 'warning',
    spec: 'session-directory §1.2, §1.5',
    explain:
      'Only plain files with one name, in the places and under the names that fx uses, belong to a session. Links are never followed.',
    remedy: 'Look whether you need it; it still lies in the old directory.',
  },
  {
    id: 'change/recovery-dropped',
    title: 'An interrupted turn can no longer be continued',
    severity: 'warning',
    spec: 'event-log §5.3',
    explain: 'A new turn removes a pending recovery checkpoint. Its event stays in the log.',
    remedy: 'Continue interrupted turns in fx before adding turns.',
  },
  {
    id: 'remove/not-a-session',
    title: 'That is not a session of this root',
    severity: 'error',
    fxError: 'SessionNotFound',
    spec: 'session-directory §1.3, §1.4',
    explain:
      'Only a real directory, directly below a real root, whose name is a valid session id is ever moved: no link, no path, nothing of fx’s own.',
    remedy: 'fxlog list shows the sessions of a root.',
  },
  {
    id: 'remove/other-device',
    title: 'The trash lies on another file system',
    severity: 'error',
    spec: 'session-directory §1.4',
    explain: 'A session is moved by one rename or not at all; copying and deleting could end halfway.',
    remedy: 'Name a trash directory on the same file system.',
  },
]);
