import { defineRules } from './rule.js';

/** Rules of repairing a session: what was decided about damaged parts, and why a repair is refused. */
export const REPAIR_RULES = defineRules([
  {
    id: 'repair/checkpoint-unfit',
    title: 'The checkpoint is of another session than the log',
    severity: 'warning',
    spec: 'session-directory §4.1',
    explain:
      'A checkpoint can stand in for damaged events only where it says the same as the log about who the session is. This one does not, so it was left aside.',
    remedy: 'Compare both by hand: one of the files was put there from elsewhere.',
  },
  {
    id: 'repair/checkpoint-used',
    title: 'The checkpoint stands in for damaged events',
    severity: 'info',
    spec: 'session-directory §4.1, §10',
    explain:
      'checkpoint.json holds the state that the log had at one place. Where events before that place are damaged or missing, the repaired log carries this state as a replacement and goes on with the events behind it: the session is complete, although the damaged events are not in its log.',
    remedy: 'Nothing needs doing.',
  },
  {
    id: 'repair/conflict',
    title: 'Other events stand under the same numbers',
    severity: 'warning',
    spec: 'event-log §5.2',
    explain:
      'Two versions of the same stretch of a log were found that are not the same. The one that fits the longer series was kept; the other lies in the quarantine.',
    remedy: 'Look at the quarantined events with `fxlog events`.',
  },
  {
    id: 'repair/covered',
    title: 'An event is part of the checkpoint',
    severity: 'info',
    spec: 'session-directory §4.1',
    explain:
      'The event is sound, but an event before it is not, and the checkpoint that stands in for that one holds the effect of this one too.',
    remedy: 'Nothing needs doing.',
  },
  {
    id: 'repair/cut',
    title: 'Bytes of the log were set aside',
    severity: 'warning',
    spec: 'event-log §1, §5',
    explain:
      'The bytes are not an event that fx would take at that place. They lie in the quarantine of the repaired session, with their offsets.',
    remedy: 'Look into index.json of the quarantine if something is missed.',
  },
  {
    id: 'repair/duplicate',
    title: 'The same event stands in the log more than once',
    severity: 'warning',
    spec: 'event-log §5.2',
    explain: 'The numbers of the events in a log rise by one. A copy of an event that is there already adds nothing.',
    remedy: 'Nothing needs doing.',
  },
  {
    id: 'repair/gap',
    title: 'Events of the log are missing',
    severity: 'warning',
    spec: 'event-log §5.2, §5.3',
    explain:
      'Between two events numbers are missing, and no checkpoint reaches beyond them. The turns behind the gap are kept, for each says all of itself; so are usage and preferences, which replace what was before. The events are numbered anew.',
    remedy: 'Look for a backup of the session if the missing turns matter.',
  },
  {
    id: 'repair/half-swapped',
    title: 'A repair in place stopped between two renamings',
    severity: 'error',
    spec: 'session-directory §8.2',
    explain:
      'The damaged session already had its other name, and the repaired one could not be given its own. Both are complete.',
    remedy: 'Repair again in place: the damaged session gets its name back first.',
  },
  {
    id: 'repair/legacy-format',
    title: 'The session is from before event logs',
    severity: 'error',
    spec: 'session-directory §7',
    explain: 'A session of an old fx is one document, which fx itself converts when it resumes the session.',
    remedy: 'Resume it in fx, or run `fx session migrate`.',
  },
  {
    id: 'repair/locators',
    title: 'Images had locators or numbers that fx refuses',
    severity: 'warning',
    spec: 'session-directory §4.4',
    explain:
      'One locator that is not the canonical one of its digest makes fx refuse the whole session, and one number that two images have every prompt. The repaired log ends with the same history with proper locators and numbers, as fx itself writes it after mending images; pictures without a file lost their snapshot.',
    remedy: 'Nothing needs doing.',
  },
  {
    id: 'repair/mid-migration',
    title: 'The session is in the middle of its change to a newer format',
    severity: 'error',
    spec: 'newer-formats §5',
    explain:
      'Both logs are there, and fx itself finishes the change or takes it back when it opens the session. Such a session is not repaired in place; repaired into another place it has the log that counts for fx, and the other one lies in quarantine, unless not one turn would be left.',
    remedy: 'Open the session with the newer fx, or repair it into another place with -o DIR.',
  },
  {
    id: 'repair/newer-format',
    title: 'The session was written by a newer fx',
    severity: 'error',
    spec: 'session-directory §10',
    explain:
      'The session has a format that this version of fxlog does not repair. What a newer fx wrote is not damage, and a repair would lose what only that fx knows.',
    remedy: 'Open the session with the fx that wrote it.',
  },
  {
    id: 'repair/not-copied',
    title: 'Something in the directory was not taken over',
    severity: 'warning',
    spec: 'session-directory §1.5',
    explain:
      'Links are not followed, pipes and devices not opened, and what may not be read cannot be copied. The index of the quarantine names it.',
    remedy: 'Look at the damaged directory, which still has it.',
  },
  {
    id: 'repair/nothing',
    title: 'There is nothing to make a session from',
    severity: 'error',
    spec: 'session-directory §10',
    explain:
      'No event, no checkpoint and no manifest was found: nothing tells who the session is or what was said in it.',
    remedy: 'Look for a backup.',
  },
  {
    id: 'repair/out-of-order',
    title: 'An event has a number that fits nowhere',
    severity: 'warning',
    spec: 'event-log §5.2',
    explain:
      'The number of the event leads neither on from those before it nor into a gap; most likely it is damaged itself.',
    remedy: 'Look at it in the quarantine.',
  },
  {
    id: 'repair/rebound',
    title: 'A move to another workspace was made up for',
    severity: 'warning',
    spec: 'event-log §5.3',
    explain:
      'An event says that the session was in another workspace than the events before it lead to. The event that moved it is lost; one like it was added, so that what follows is accepted.',
    remedy: 'Nothing needs doing.',
  },
  {
    id: 'repair/refused',
    title: 'An event was left out',
    severity: 'warning',
    spec: 'event-log §5.3',
    explain: 'The event is well formed, but fx would refuse the log with it at its place.',
    remedy: 'Look at it in the quarantine.',
  },
  {
    id: 'repair/refused-frame',
    title: 'A line is almost an event',
    severity: 'warning',
    spec: 'event-log §1 to §3',
    explain:
      'The line can be read leniently, but fx does not accept it, and leaving out what it does not know is not enough.',
    remedy: 'Look at it in the quarantine.',
  },
  {
    id: 'repair/renamed',
    title: 'The directory has another name than its session',
    severity: 'warning',
    spec: 'session-directory §3.2, §10',
    explain:
      'The directory was renamed, or files of another session were put into it. fx does not notice. The repaired session has the name that its log has.',
    remedy: 'Make sure that it is the session you meant.',
  },
  {
    id: 'repair/replacement',
    title: 'A state replacement is not whole',
    severity: 'warning',
    spec: 'event-log §5.4',
    explain:
      'A replacement counts only with all its chunks and its commit. Without one of them it has no effect, and the history that it was to replace stands.',
    remedy: 'Nothing needs doing; what was left of it lies in the quarantine.',
  },
  {
    id: 'repair/source',
    title: 'There is no directory to repair',
    severity: 'error',
    spec: 'session-directory §1.4',
    explain: 'A repair takes the directory of a session; a file or a link in its place is not followed.',
    remedy: 'Name the session directory itself.',
  },
  {
    id: 'repair/source-changed',
    title: 'The session changed while it was repaired',
    severity: 'error',
    spec: 'session-directory §8.1',
    explain: 'Somebody wrote to the damaged session while it was read, most likely fx. Nothing was written.',
    remedy: 'Close fx and repair again.',
  },
  {
    id: 'repair/start-made',
    title: 'The first event was made anew',
    severity: 'warning',
    spec: 'event-log §3.1',
    explain:
      'Every log begins with an event that says who the session is. It is lost; what it said was taken from the manifest, from a replacement, or, in the last resort, from the name of the directory.',
    remedy: 'Check workspace and model when you next resume the session.',
  },
  {
    id: 'repair/tail-kept',
    title: 'Events behind the watermark were kept',
    severity: 'info',
    spec: 'session-directory §3.2, §10',
    explain:
      'fx reads a log up to its watermark and cuts off what lies behind it. Whole events there are work that was written and not yet committed when fx was cut off; the repaired session commits them.',
    remedy: 'Nothing needs doing.',
  },
  {
    id: 'repair/target',
    title: 'The repaired session cannot go there',
    severity: 'error',
    spec: 'session-directory §8.2',
    explain:
      'A repaired session goes into a folder outside of the damaged one, or in its place when that is asked for.',
    remedy: 'Name another folder.',
  },
  {
    id: 'repair/too-large',
    title: 'The session is too large or has too many files',
    severity: 'error',
    spec: 'session-directory Appendix A',
    explain:
      'No session has that many files or bytes. A repair copies what it finds, so it refuses rather than fill the disk.',
    remedy: 'Look at what lies in the directory; raise `maxBytes` if it is right.',
  },
  {
    id: 'repair/replaced-character',
    title: 'An event was kept with U+FFFD for a character that cannot stand in a log',
    severity: 'warning',
    spec: 'event-log §1.3',
    explain:
      'A byte that is not UTF-8, or half of a surrogate pair, makes fx refuse the whole log. The event was written with U+FFFD in its place; as it was it lies in the quarantine.',
    remedy: 'Nothing: the rest of the event is whole.',
  },
  {
    id: 'repair/other-usage',
    title: 'An event was kept without usage of another shape',
    severity: 'warning',
    spec: 'event-log §3.5',
    explain:
      'Another version of fx counted tokens and costs in another way; fx 0.0.5 refuses the whole log because of it. As the event was it lies in the quarantine.',
    remedy: 'Do not rely on the costs of the repaired session.',
  },
  {
    id: 'repair/unknown-keys',
    title: 'An event was kept without keys that fx does not know',
    severity: 'warning',
    spec: 'event-log §0.6',
    explain:
      'A later fx added the keys; 0.0.5 refuses the whole log because of them. The event was written without them; as it was it lies in the quarantine.',
    remedy: 'Open the session with the fx that wrote it, if you can.',
  },
  {
    id: 'repair/unproven',
    title: 'The repaired session did not pass its own check',
    severity: 'error',
    spec: 'session-directory Appendix B',
    explain: 'Every repaired session is verified before it is declared repaired. This one has a fault left.',
    remedy: 'Please report it, with the finding that it names.',
  },
  {
    id: 'repair/unreadable',
    title: 'A directory of the session cannot be listed',
    severity: 'error',
    spec: 'session-directory §1.5',
    explain: 'What cannot be listed cannot be carried over, and a repair that leaves things behind unsaid is none.',
    remedy: 'Give yourself permission to read it.',
  },
]);
