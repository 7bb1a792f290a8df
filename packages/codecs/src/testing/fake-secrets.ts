/** A generator of the same numbers every time. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const ALPHANUMERIC = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Random characters. */
export function randomText(random: () => number, length: number, alphabet = ALPHANUMERIC): string {
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
}

/** Fake secrets in the forms that their issuers publish, by what they are. */
export function fakeSecrets(random: () => number): Readonly<Record<string, string>> {
  const some = (length: number, alphabet?: string) => randomText(random, length, alphabet);
  return {
    'access key of Amazon': `AKIA${some(16, UPPER)}`,
    'secret key of OpenAI': `sk-proj-${some(40)}`,
    'key of Anthropic': `sk-ant-api03-${some(80)}`,
    'token of GitHub': `ghp_${some(36)}`,
    'fine-grained token of GitHub': `github_pat_${some(22)}_${some(59)}`,
    'token of GitLab': `glpat-${some(20)}`,
    'bot token of Slack': `xoxb-${some(12, '0123456789')}-${some(12, '0123456789')}-${some(24)}`,
    'token of npm': `npm_${some(36)}`,
    'key of Google': `AIza${some(35)}`,
    'key of Stripe': `sk_live_${some(24)}`,
    'key of SendGrid': `SG.${some(22)}.${some(43)}`,
    'token of Hugging Face': `hf_${some(34)}`,
    'JSON web token': `eyJ${some(30)}.eyJ${some(60)}.${some(43)}`,
    'token of PyPI': `pypi-AgEIcHlwaS5vcmc${some(60)}`,
    'token of Vault': `hvs.${some(95)}`,
  };
}

/** A private key of several lines that opens nothing. */
export function privateKey(random: () => number): string {
  const lines = Array.from({ length: 8 }, () => randomText(random, 64)).join('\n');
  return `-----BEGIN RSA PRIVATE KEY-----\nMIIE${lines}\n-----END RSA PRIVATE KEY-----`;
}
