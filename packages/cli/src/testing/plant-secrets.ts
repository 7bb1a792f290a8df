import { PassThrough } from 'node:stream';
import type { TextRewriter } from '@fxlog/codecs/internal';
import { fakeSecrets, privateKey, type randomOf } from '../../../codecs/src/testing/fake-secrets.js';
import { rewriteSource } from '../convert/rewrite-input.js';
import { withSourceOf } from '../convert/transcript-source.js';
import { Interrupt } from '../output/interrupt.js';
import { Output } from '../output/output.js';
import { NO_TERMINAL } from './run-in-process.js';

/** Tools whose names fx goes by; any other may have any name. */
const OWN_TOOLS = new Set(['terminal', 'run_command', 'shell', 'subagent']);

/** Puts a secret of its own, of one kind after the other, into every piece of a session that a person or a program may have written. */
export class SecretPlanter implements TextRewriter {
  /** The secrets, as they are to be found nowhere. */
  readonly planted: string[] = [];
  readonly #random: ReturnType<typeof randomOf>;
  readonly #names = new Map<string, string>();

  constructor(random: ReturnType<typeof randomOf>) {
    this.#random = random;
  }

  /** A secret that its form alone gives away, in which there are only characters of names. */
  token(): string {
    const kinds = Object.values(fakeSecrets(this.#random)).filter((secret) => /^[\w-]{10,60}$/.test(secret));
    return this.#plant(kinds[this.planted.length % kinds.length] ?? '');
  }

  text(text: string): string {
    const file = /^([\w-][\w.-]*)(\.(?:txt|log|bin|json))$/.exec(text);
    if (file !== null) return this.#named(text, () => `${file[1]}-${this.token()}${file[2]}`);
    const secrets = Object.values(fakeSecrets(this.#random));
    const word = secrets[0]?.slice(4).toLowerCase() ?? '';
    const at = this.planted.length % (secrets.length + 4);
    if (at === 0) return `${text}\npassword = "${this.#plant(`tide-${word}`)}"\n`;
    if (at === 1) return `${text}\npsql postgres://app:${this.#plant(`Gate${word}!x`)}@db:5432/shop\n`;
    if (at === 2) return `${text}\n${this.#plant(privateKey(this.#random))}\n`;
    if (at === 3) return `${text}\nPORT=80\nAPP_PASS=${this.#plant(`Pass${word}9`)}\n`;
    return `${text} ${this.#plant(secrets[at - 4] ?? '')} `;
  }

  json(text: string): string {
    if (!/^\s*\{/.test(text)) return text;
    const value = JSON.parse(text) as Record<string, unknown>;
    return JSON.stringify({ ...value, api_key: this.#plant(`key${this.token()}`), note: this.text('see') });
  }

  path(path: string): string {
    return this.#named(path, () => `${path === '/' ? '' : path}/${this.token()}/x`);
  }

  model(name: string): string {
    return this.#named(name, () => `${name}/${this.token()}`);
  }

  toolName(name: string): string {
    return OWN_TOOLS.has(name) ? name : this.#named(name, () => `${name} ${this.token()}`);
  }

  id(id: string): string {
    return /^[0-9a-f]{32,}$/.test(id) || id.startsWith('gen_') ? id : this.#named(id, () => `${id} ${this.token()}`);
  }

  sessionId(id: string): string {
    return this.#named(id, () => `${id.slice(0, 60)}.${this.token()}`);
  }

  bytes(bytes: Uint8Array): Uint8Array {
    return Buffer.concat([bytes, Buffer.from(` ${this.token()} `)]);
  }

  image(_mediaType: string, data: string): string {
    return Buffer.concat([Buffer.from(data, 'base64'), Buffer.from(this.token())]).toString('base64');
  }

  opaque(data: string): string {
    return data.startsWith('{') || data.startsWith('[') ? JSON.stringify([{ text: this.token() }]) : data;
  }

  /** What is one name stays one. */
  #named(name: string, change: () => string): string {
    const known = this.#names.get(name) ?? change();
    this.#names.set(name, known);
    this.#names.set(known, known);
    return known;
  }

  #plant(secret: string): string {
    this.planted.push(secret);
    return secret;
  }
}

/** Makes a copy of a session with secrets all over it; returns its directory. */
export async function plantSecrets(dir: string, output: string, planter: SecretPlanter): Promise<string> {
  const context = {
    output: new Output(new PassThrough(), new PassThrough(), NO_TERMINAL),
    stdin: () => new PassThrough(),
    stderr: new PassThrough(),
    env: {},
    cwd: output,
    now: () => 0,
    interrupt: new Interrupt(),
  };
  const { path } = await withSourceOf(context, { kind: 'session', name: 'planted', dir }, (source) =>
    rewriteSource(
      context,
      source,
      { output },
      { kind: 'fixture', rewriter: planter, stage: (items) => items, seed: 'plant' },
    ),
  );
  return path;
}
