/** The service that a model belongs to, and the API it is spoken to by (other-harnesses §3.5). */
export interface ServiceApi {
  readonly provider: string;
  readonly api: string;
}

/** @param fallback provider of models of no known kind, as the user configured it. */
export function apiOf(model: string, fallback = 'openai'): ServiceApi {
  if (/^claude/i.test(model)) return { provider: 'anthropic', api: 'anthropic-messages' };
  if (/^(?:gpt|o\d)/i.test(model)) return { provider: 'openai', api: 'openai-responses' };
  if (/^gemini/i.test(model)) return { provider: 'google', api: 'google-generative-ai' };
  return { provider: fallback, api: 'openai-completions' };
}
