import { defineRules } from './rule.js';

/** What is worth knowing of what lies around a session: permission rules, instructions, skills, servers. */
export const HARNESS_RULES = defineRules([
  {
    id: 'harness/refused-today',
    title: 'A call ran that the rules of today would refuse',
    severity: 'warning',
    spec: 'profile-and-tools §4.13',
    explain:
      'The permission rules of the profile deny it, or the assumed mode refuses it back to the model. It is a difference, not a violation: neither the rules nor the mode of its time are recorded, and somebody may have answered "always".',
    remedy:
      'fxlog permissions SESSION --explain TURN.CALL says which rule decides. Change the rule if the call is wanted.',
  },
  {
    id: 'harness/unused-rule',
    title: 'A permission rule decided about no call of the session',
    severity: 'warning',
    spec: 'profile-and-tools §4.2',
    explain: 'No call of the session is about what it names, or a later rule decides about all of them.',
    remedy: 'Look at more sessions before you take it away.',
  },
  {
    id: 'harness/powerless-rule',
    title: 'A permission rule can decide about nothing',
    severity: 'warning',
    spec: 'profile-and-tools §4.3, §4.4',
    explain:
      'Rules are compared with what fx calls things: files of the workspace from its root, without ./ and without a slash at the end; hosts as domain:HOST; commands under the name bash. A rule to allow writing needs the directory, too. What does not name things so is never equal to anything.',
    remedy: 'Write the rule as the finding says.',
  },
  {
    id: 'harness/child-beyond-parent',
    title: 'A child session has more leave than its parent',
    severity: 'warning',
    spec: 'profile-and-tools §6.6',
    explain:
      'The mode that was recorded for the child lets more through than that of its parent. fx refuses a model that asks for it, but not a person, and the mode of a parent may have changed since.',
    remedy: 'Give the child the mode of its parent: /subagent configure, or permission_mode in the call that makes it.',
  },
  {
    id: 'harness/profile-dropped',
    title: 'fx leaves out a file of the profile, or a part of it',
    severity: 'warning',
    spec: 'profile-and-tools §1.2, §1.3, §1.4',
    explain:
      'One bad key costs a whole layer of settings.json, with all its rules; one bad server costs all of mcp.json; memories.json is a list of texts or nothing.',
    remedy: 'Mend the place that is named.',
  },
  {
    id: 'harness/instructions-omitted',
    title: 'An AGENTS.md is not given to the model',
    severity: 'warning',
    spec: 'profile-and-tools §5.3, §5.4',
    explain:
      'It is a link that leads out of its directory, no regular file, not UTF-8, larger than 64 MiB, or there are too many or too large files nearer to what the call is about.',
    remedy: 'Put the text itself in its place, or make the files smaller.',
  },
  {
    id: 'harness/instructions-cut',
    title: 'An AGENTS.md is given to the model only in part',
    severity: 'warning',
    spec: 'profile-and-tools §5.3',
    explain: 'It is larger than `project_instruction_file_bytes`; what fits, up to the end of a line, is given.',
    remedy: 'Make the file shorter, or raise the limit in settings.json or for one run.',
  },
  {
    id: 'harness/instructions-changed',
    title: 'An AGENTS.md was changed after the session',
    severity: 'info',
    spec: 'profile-and-tools §5.6',
    explain:
      'The file was written after the newest call that it governs, so that the calls ran under another text, or none.',
    remedy: 'In a git repository fxlog instructions says what the commit of that time has.',
  },
  {
    id: 'harness/skill-omitted',
    title: 'fx passes a skill over',
    severity: 'warning',
    spec: 'profile-and-tools §1.7',
    explain:
      'Its metadata has no name or is too long, it is a link that leads out of where it lies, or it cannot be read.',
    remedy: 'Mend SKILL.md, or name the target of the link in FX_SKILL_SYMLINK_AUTHORITIES.',
  },
  {
    id: 'harness/skill-same-name',
    title: 'Two skills have the same name',
    severity: 'warning',
    spec: 'profile-and-tools §1.7',
    explain: 'Both are in the catalogue, and a call that names no location may mean either.',
    remedy: 'Give one of them another name.',
  },
  {
    id: 'harness/skill-cut',
    title: 'A byte budget cuts a skill',
    severity: 'info',
    spec: 'model-view §10',
    explain:
      'The description in the catalogue is cut, one reading does not give all of the file, or the file cannot be read to its end.',
    remedy: 'Make it shorter, or raise the limit that is named.',
  },
  {
    id: 'harness/mcp-unknown-server',
    title: 'A session used an MCP server that the profile does not have now',
    severity: 'warning',
    spec: 'profile-and-tools §1.3',
    explain:
      'fx takes servers only from mcp.json of the profile: it was another profile, or the file was changed since.',
    remedy: 'Nothing, unless the session is to be resumed: then put the server back.',
  },
]);
