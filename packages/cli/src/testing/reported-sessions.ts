import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const REPORTED = fileURLToPath(new URL('../../../../test-fixtures/reported/', import.meta.url));
const GENERATION = '0123456789abcdef0123456789abcdef';

/** A sessions root in a temporary directory, with copies of reported sessions and of variations on them. */
export class ReportedRoot {
  readonly home = mkdtempSync(join(tmpdir(), 'fxlog-reported-'));
  readonly root = join(this.home, 'sessions');

  constructor() {
    mkdirSync(this.root, { mode: 0o700 });
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  /** Copies the sessions of a folder, with the modes that fx gives; returns their directories. */
  add(folder: string): string[] {
    const from = join(REPORTED, folder, 'sessions');
    return readdirSync(from).map((id) => {
      const dir = join(this.root, id);
      cpSync(join(from, id), dir, { recursive: true });
      setModes(dir);
      return dir;
    });
  }

  /**
   * A session with these lines behind its `session_started`, the last of which is the committed one. What is no text is the payload of a turn or
   * the event itself.
   *
   * @param edit what happens to the bytes of the log before they are written
   */
  make(id: string, events: readonly object[], edit: (log: Buffer) => Buffer = (log) => log): string {
    const [template = ''] = this.add('days');
    const dir = join(this.root, id);
    cpSync(template, dir, { recursive: true });
    rmSync(template, { recursive: true });
    const [start = ''] = readFileSync(join(dir, 'events.jsonl'), 'utf8').split('\n');
    const first = JSON.parse(start.replaceAll(JSON.parse(start).payload.id as string, id));
    const lines = [first, ...events].map((event, index) =>
      JSON.stringify({ ...first, ...envelope(index + 1), ...event }),
    );
    const log = edit(Buffer.from(`${lines.join('\n')}\n`));
    writeFileSync(join(dir, 'events.jsonl'), log);
    for (const file of ['authority.json', 'session.json', `commit.${GENERATION}.json`]) {
      const value = JSON.parse(readFileSync(join(dir, file), 'utf8'));
      if ('session_id' in value) value.session_id = id;
      if ('id' in value) value.id = id;
      if (file.startsWith('commit.')) {
        value.through_seq = lines.length;
        value.through_event_id = envelope(lines.length).event_id;
        value.through_event_log_bytes = log.length;
      }
      writeFileSync(join(dir, file), JSON.stringify(value));
    }
    return dir;
  }
}

/** A committed turn. */
export function turnEvent(user: string, assistant: string, more: object = {}): object {
  const execution = { schema_version: 3, tool_steps: [], files: [] };
  const turn = { kind: 'assistant', user: { text: user, images: [] }, assistant, execution };
  const payload = { conversation_language: 'en', total_input_tokens: 10, total_output_tokens: 5, turn };
  return { kind: 'history_turn_committed', payload: { ...payload, ...more } };
}

/** A running total of costs and tokens, by model. */
export function usageEvent(
  requests: number,
  models: Readonly<Record<string, readonly [cost: number, input: number, output: number]>>,
): object {
  const entries = Object.entries(models).map(([model, [total_cost, input_tokens, output_tokens]], index) => ({
    model,
    first_sequence: index + 1,
    total_cost,
    input_tokens,
    output_tokens,
    ...NO_OTHERS,
  }));
  const sum = (key: 'total_cost' | 'input_tokens' | 'output_tokens') =>
    entries.reduce((all, entry) => all + entry[key], 0);
  const usage = {
    billing: 'complete',
    api_duration_complete: true,
    wall_duration_complete: true,
    code_complete: true,
    next_sequence: requests + 1,
    settled_through_sequence: requests,
    api_duration_ms: 0,
    wall_duration_ms: 0,
    total_cost: sum('total_cost'),
    input_tokens: sum('input_tokens'),
    output_tokens: sum('output_tokens'),
    ...NO_OTHERS,
    lines_added: 0,
    lines_removed: 0,
    models: entries,
    pending: [],
  };
  return { kind: 'usage_checkpointed', payload: { usage } };
}

const NO_OTHERS = { cache_read_tokens: 0, cache_write_tokens: 0, billable_web_search_calls: 0 };

function envelope(seq: number): { readonly seq: number; readonly event_id: string; readonly timestamp_ms: number } {
  return { seq, event_id: seq.toString(16).padStart(32, '0'), timestamp_ms: 1_772_402_400_000 + seq * 1000 };
}

function setModes(path: string): void {
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) setModes(join(path, entry.name));
    else chmodSync(join(path, entry.name), 0o600);
  }
}
