import { BatchError } from '../batch-error.js';

/** Where a service is, with what is secret kept apart. */
export class ServiceAddress {
  readonly #secrets: readonly string[];

  private constructor(
    /** As it was given. */
    readonly url: string,
    /** Without user and password. */
    readonly shown: string,
    secrets: readonly string[],
  ) {
    this.#secrets = secrets;
  }

  /** Null when it is none. */
  static parse(text: string): ServiceAddress | null {
    if (!URL.canParse(text)) return null;
    const { protocol, host, hostname, pathname, password } = new URL(text);
    if (hostname === '') return null;
    const secrets = [password, decoded(password)].filter((secret) => secret !== '');
    return new ServiceAddress(text, `${protocol}//${host}${pathname}`, secrets);
  }

  /** @param error what went wrong there; drivers may repeat what they were given */
  unreachable(error: unknown): BatchError {
    let reason = error instanceof Error ? error.message || error.name : String(error);
    for (const secret of [this.url, ...this.#secrets]) reason = reason.replaceAll(secret, '***');
    return new BatchError({
      rule: 'batch/queue-unreachable',
      message: `The queue at ${this.shown} cannot be reached: ${reason.replace(/\.$/, '')}.`,
    });
  }

  /** @param what is wrong, and what to do */
  unsafe(what: string): BatchError {
    return new BatchError({
      rule: 'batch/queue-unsafe',
      message: `The queue at ${this.shown} may lose work: ${what}.`,
    });
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}
