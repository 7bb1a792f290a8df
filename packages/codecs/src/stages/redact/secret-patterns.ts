/**
 * Secrets by their form, from what their issuers publish about it. Every pattern takes time in proportion to the text: no two neighbouring
 * repetitions can match the same characters.
 */

/** A pattern; where it has a group, the group is the secret, else all of it. */
export interface SecretPattern {
  /** A text that must be there, in lower case, before the pattern is tried. */
  readonly hint: string;
  readonly pattern: RegExp;
}

/** Keys and tokens that say themselves what they are. */
export const TOKEN_PATTERNS: readonly SecretPattern[] = [
  {
    hint: 'private key',
    pattern:
      /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?!-----)[\s\S]){0,20000}(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  { hint: 'age-secret-key-', pattern: /\bAGE-SECRET-KEY-1[0-9A-Za-z]{40,80}\b/gi },
  // Amazon: access keys of users and roles.
  { hint: 'a', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g },
  { hint: 'sk-', pattern: /\bsk-[A-Za-z0-9_-]{16,256}/g },
  { hint: '_live_', pattern: /\b[rsp]k_live_[A-Za-z0-9]{10,256}/g },
  { hint: '_test_', pattern: /\b[rs]k_test_[A-Za-z0-9]{10,256}/g },
  { hint: 'whsec_', pattern: /\bwhsec_[A-Za-z0-9+/=]{16,256}/g },
  { hint: 'gh', pattern: /\bgh[pousr]_[A-Za-z0-9]{20,255}/g },
  { hint: 'github_pat_', pattern: /\bgithub_pat_[A-Za-z0-9_]{20,255}/g },
  { hint: 'gl', pattern: /\bgl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas|soat)-[A-Za-z0-9_-]{16,255}/g },
  { hint: 'xox', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}/g },
  { hint: 'xapp-', pattern: /\bxapp-[A-Za-z0-9-]{10,255}/g },
  { hint: 'hooks.slack.com', pattern: /\bhooks\.slack\.com\/(?:services|workflows)\/([A-Za-z0-9/_-]{20,200})/g },
  { hint: 'discord', pattern: /\bdiscord(?:app)?\.com\/api\/webhooks\/([0-9]{10,25}\/[A-Za-z0-9_-]{20,200})/g },
  { hint: 'npm_', pattern: /\bnpm_[A-Za-z0-9]{30,255}/g },
  { hint: 'pypi-', pattern: /\bpypi-[A-Za-z0-9_-]{20,512}/g },
  { hint: 'hf_', pattern: /\bhf_[A-Za-z0-9]{20,255}/g },
  { hint: 'r8_', pattern: /\br8_[A-Za-z0-9]{30,255}/g },
  { hint: 'gsk_', pattern: /\bgsk_[A-Za-z0-9]{20,255}/g },
  { hint: 'xai-', pattern: /\bxai-[A-Za-z0-9]{20,255}/g },
  { hint: 'pplx-', pattern: /\bpplx-[A-Za-z0-9]{20,255}/g },
  { hint: 'aiza', pattern: /\bAIza[A-Za-z0-9_-]{30,60}/g },
  { hint: 'ya29.', pattern: /\bya29\.[A-Za-z0-9_-]{20,2048}/g },
  { hint: 'gocspx-', pattern: /\bGOCSPX-[A-Za-z0-9_-]{20,60}/g },
  { hint: 'sg.', pattern: /\bSG\.[A-Za-z0-9_-]{16,64}\.[A-Za-z0-9_-]{16,128}/g },
  { hint: 'key-', pattern: /\bkey-[0-9a-f]{32}\b/g },
  { hint: 'shp', pattern: /\bshp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32,64}/g },
  { hint: '_v1_', pattern: /\bdo[opr]_v1_[a-f0-9]{40,80}/g },
  { hint: 'dapi', pattern: /\bdapi[a-f0-9]{32}(?:-\d)?\b/g },
  { hint: 'lin_', pattern: /\blin_(?:api|oauth)_[A-Za-z0-9]{20,80}/g },
  { hint: 'figd_', pattern: /\bfigd_[A-Za-z0-9_-]{20,80}/g },
  { hint: 'ntn_', pattern: /\bntn_[A-Za-z0-9]{30,80}/g },
  { hint: 'glsa_', pattern: /\bglsa_[A-Za-z0-9_]{30,80}/g },
  { hint: 'hvs.', pattern: /\bhvs\.[A-Za-z0-9_-]{20,300}/g },
  { hint: 'hvb.', pattern: /\bhvb\.[A-Za-z0-9_-]{20,400}/g },
  { hint: 'dp.', pattern: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{20,80}/g },
  { hint: 'nrak-', pattern: /\bNRAK-[A-Z0-9]{20,40}\b/g },
  { hint: 'sq0', pattern: /\bsq0(?:atp|csp|idp)-[A-Za-z0-9_-]{20,60}/g },
  { hint: 'eyj', pattern: /\beyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,8192}(?:\.[A-Za-z0-9_-]{8,4096})?/g },
  { hint: ':aa', pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{30,40}/g },
  { hint: 'accountkey=', pattern: /\bAccountKey=([A-Za-z0-9+/=]{40,128})/gi },
  { hint: 'sharedaccesskey=', pattern: /\bSharedAccessKey=([A-Za-z0-9+/=]{20,128})/gi },
  { hint: 'sig=', pattern: /[?&]sig=([A-Za-z0-9%+/=_-]{20,256})/g },
];

/** Secrets that only what stands around them gives away. */
export const CONTEXT_PATTERNS: readonly SecretPattern[] = [
  // Connection strings and addresses with a password.
  { hint: '://', pattern: /\b[a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/"'`<>{}$]{0,256}:([^\s@/"'`<>{}$]{3,256})@/gi },
  { hint: 'bearer ', pattern: /\bbearer\s{1,4}([A-Za-z0-9._~+/=-]{12,8192})/gi },
  { hint: 'basic ', pattern: /\bbasic\s{1,4}([A-Za-z0-9+/]{12,1024}={0,2})(?![A-Za-z0-9+/=])/gi },
  {
    hint: 'authorization',
    pattern:
      /\bauthorization["'\\]{0,4}\s{0,4}[:=]\s{0,4}["'\\]{0,4}(?:token|apikey|key|digest|negotiate)?\s{0,4}([A-Za-z0-9._~+/=-]{16,8192})/gi,
  },
  {
    hint: 'cookie',
    pattern: /\b(?:set-)?cookie["'\\]{0,4}\s{0,4}:\s{0,4}["'\\]{0,4}[A-Za-z0-9_.-]{1,80}=([^\s;"'\\]{8,4096})/gi,
  },
  { hint: 'pwd=', pattern: /\bpwd=([^\s;"'\\]{3,256});/gi },
  { hint: 'password=', pattern: /;\s{0,4}password=([^\s;"'\\]{3,256})/gi },
  { hint: '--pass', pattern: /--pass(?:word|wd|phrase)?[= ]["']?([^\s"'$-][^\s"'$]{3,256})/gi },
  { hint: '--token', pattern: /--token[= ]["']?([^\s"'$-][^\s"'$]{5,256})/gi },
  { hint: '--api-key', pattern: /--api-key[= ]["']?([^\s"'$-][^\s"'$]{5,256})/gi },
  // User:password of curl and its kin.
  { hint: ' -u ', pattern: /\s-u\s{1,4}["']?[^\s:"'$]{1,128}:([^\s"'$]{3,256})/g },
  { hint: '--user ', pattern: /\s--user\s{1,4}["']?[^\s:"'$]{1,128}:([^\s"'$]{3,256})/g },
];
