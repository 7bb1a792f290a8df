import type { SessionVerdict, VerifyOptions } from './verdict.js';

export type VerifySession = (dir: string, options?: VerifyOptions) => Promise<SessionVerdict>;
