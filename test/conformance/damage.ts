import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { MalformedRowError } from './row.js';
import { FIXTURES, fingerprintOf } from './session-directory.js';

/** One operation on a copy of a session directory, as the corpus describes it. */
export interface Damage {
  readonly op: string;
  readonly file?: string;
  readonly path?: string;
  readonly value?: unknown;
  readonly to?: number | string;
  readonly bytes_b64?: string;
  readonly text?: string;
  readonly find?: string;
  readonly with?: string;
  readonly all?: boolean;
  readonly mode?: string;
  readonly frame?: number;
  readonly last?: number;
}

/** Copies a base below `root` with the modes that fx gives, and damages the copy. Returns its id. */
export function buildDamaged(root: string, base: string, damage: readonly Damage[]): string {
  const source = join(FIXTURES, 'fx-0.0.5', base);
  const id = readdirSync(source, { withFileTypes: true }).find((entry) => entry.isDirectory())?.name;
  if (id === undefined) throw new MalformedRowError(`there is no base ${base}`);
  cpSync(join(source, id), join(root, id), { recursive: true });
  setModes(join(root, id));
  const session = new DamagedSession(root, id);
  for (const operation of damage) session.apply(operation);
  return session.id;
}

function setModes(path: string): void {
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) setModes(join(path, entry.name));
    else chmodSync(join(path, entry.name), 0o600);
  }
}

/** A copy of a session directory while it is being damaged. */
class DamagedSession {
  constructor(
    private readonly root: string,
    public id: string,
  ) {}

  private get dir(): string {
    return join(this.root, this.id);
  }

  private at(file: string | undefined): string {
    if (file === undefined) throw new MalformedRowError('an operation names no file');
    return join(this.dir, file === '@commit' ? this.commitFile() : file);
  }

  /** The watermark of the live generation. */
  private commitFile(): string {
    const line = this.frames()[0];
    const { log_generation: generation } = JSON.parse(line?.toString() ?? '{}') as { log_generation?: string };
    return `commit.${generation}.json`;
  }

  private frames(): Buffer[] {
    const log = readFileSync(join(this.dir, 'events.jsonl'));
    const frames: Buffer[] = [];
    for (let start = 0; start < log.length; ) {
      const end = log.indexOf(0x0a, start) + 1 || log.length;
      frames.push(log.subarray(start, end));
      start = end;
    }
    return frames;
  }

  private editJson(file: string, change: (document: Record<string, unknown>) => void): void {
    const text = readFileSync(file, 'utf8');
    const document = JSON.parse(text) as Record<string, unknown>;
    change(document);
    writeFileSync(file, JSON.stringify(document) + (text.endsWith('\n') ? '\n' : ''));
  }

  apply(operation: Damage): void {
    const action = this.actions[operation.op];
    if (action === undefined) throw new MalformedRowError(`there is no operation ${operation.op}`);
    action(operation);
  }

  private readonly actions: Readonly<Record<string, (operation: Damage) => void>> = {
    delete: ({ file }) => rmSync(this.at(file), { recursive: true }),
    truncate: ({ file, to }) => {
      const length = Number(to);
      truncateSync(this.at(file), length < 0 ? statSync(this.at(file)).size + length : length);
    },
    append: ({ file, bytes_b64: bytes = '' }) => appendFileSync(this.at(file), Buffer.from(bytes, 'base64')),
    prepend: ({ file, bytes_b64: bytes = '' }) => {
      writeFileSync(this.at(file), Buffer.concat([Buffer.from(bytes, 'base64'), readFileSync(this.at(file))]));
    },
    write: ({ file, text = '' }) => {
      writeFileSync(this.at(file), text);
      chmodSync(this.at(file), 0o600);
    },
    mkdir: ({ file }) => {
      mkdirSync(this.at(file));
      chmodSync(this.at(file), 0o700);
    },
    set: ({ file, path, value }) => this.editJson(this.at(file), (document) => setAt(document, path, value)),
    unset: ({ file, path }) => this.editJson(this.at(file), (document) => unsetAt(document, path)),
    replace_text: ({ file, find = '', with: replacement = '', all }) => {
      // Latin-1 keeps every byte, whatever the text is.
      const [from, into] = [find, replacement].map((text) => Buffer.from(text).toString('latin1')) as [string, string];
      const text = readFileSync(this.at(file), 'latin1');
      const replaced = all ? text.replaceAll(from, () => into) : text.replace(from, () => into);
      writeFileSync(this.at(file), replaced, 'latin1');
    },
    chmod: ({ file, mode }) => chmodSync(this.at(file), Number.parseInt(mode ?? '', 8)),
    chmod_dir: ({ mode }) => chmodSync(this.dir, Number.parseInt(mode ?? '', 8)),
    symlink: ({ file }) => {
      const path = this.at(file);
      renameSync(path, `${path}.real`);
      symlinkSync(`${path.slice(path.lastIndexOf('/') + 1)}.real`, path);
    },
    hardlink: ({ file }) => {
      const path = this.at(file);
      linkSync(path, `${path}.link`);
    },
    become_dir: ({ file }) => {
      const path = this.at(file);
      rmSync(path);
      mkdirSync(path);
      chmodSync(path, 0o700);
    },
    rename: ({ file, to }) => renameSync(this.at(file), join(this.dir, String(to))),
    copy: ({ file, to }) => copyFileSync(this.at(file), join(this.dir, String(to))),
    watermark_to_frame: ({ frame = 0 }) => {
      const frames = this.frames().slice(0, frame);
      const { seq, event_id: eventId } = JSON.parse(frames.at(-1)?.toString() ?? '{}') as {
        seq: number;
        event_id: string;
      };
      this.editJson(this.at('@commit'), (document) => {
        document.through_seq = seq;
        document.through_event_id = eventId;
        document.through_event_log_bytes = Buffer.concat(frames).length;
      });
    },
    drop_frames: ({ file, last = 0 }) => {
      writeFileSync(this.at(file), Buffer.concat(this.frames().slice(0, -last)));
    },
    refingerprint: () => {
      this.editJson(this.at('session.json'), (document) => {
        document.event_log_stat_fingerprint = fingerprintOf(this.at('events.jsonl'));
      });
    },
    session_id: ({ to }) => {
      renameSync(this.dir, join(this.root, String(to)));
      this.id = String(to);
    },
  };
}

/** The object that holds the value at a JSON Pointer, and its key there. */
function locate(document: Record<string, unknown>, pointer = ''): [Record<string, unknown>, string] {
  const keys = pointer.slice(1).split('/');
  let holder = document;
  for (const key of keys.slice(0, -1)) holder = holder[key] as Record<string, unknown>;
  return [holder, keys.at(-1) ?? ''];
}

function setAt(document: Record<string, unknown>, pointer: string | undefined, value: unknown): void {
  const [holder, key] = locate(document, pointer);
  holder[key] = value;
}

function unsetAt(document: Record<string, unknown>, pointer: string | undefined): void {
  const [holder, key] = locate(document, pointer);
  delete holder[key];
}
