/** What Claude Code writes as the model of messages that no model made. */
export const SYNTHETIC_MODEL = '<synthetic>';

/** Whether a name is one of the models that Claude Code can go on with: other names can break a later compaction (other-harnesses §1.2). */
export function isClaudeModel(model: string): boolean {
  return /claude|^(?:opus|sonnet|haiku)\b/i.test(model);
}
