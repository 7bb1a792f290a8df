/** What Codex puts into messages of the user by itself (other-harnesses §2.5). */
const INJECTED = [
  '<environment_context>',
  '<permissions instructions>',
  '<collaboration_mode>',
  '<sandbox_mode>',
  '<approval_policy>',
  '<user_instructions>',
  '# AGENTS.md instructions',
  '<turn_aborted>',
] as const;

/** Whether a text was put in by the program. */
export function isInjected(text: string): boolean {
  return INJECTED.some((marker) => text.startsWith(marker));
}
