import type { Random } from './random.js';

interface ModelUsage {
  model: string;
  firstSequence: number;
  cost: number;
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
}

const MODELS = ['lab/large-model', 'lab/small-model'];
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * The running usage snapshot of a session (event-log §3.5, the 18-key shape): counters that only grow, per-model
 * entries in the order of first use, and totals that are their sums (§3.5.2).
 */
export class Usage {
  #nextSequence = 1;
  #settledThrough = 0;
  #apiMs = 0;
  #wallMs = 0;
  #linesAdded = 0;
  #linesRemoved = 0;
  #pending = '';
  readonly #models: ModelUsage[] = [];

  constructor(readonly random: Random) {}

  /** A request goes out: its sequence number is taken, its duration is open. */
  requestSent(): void {
    this.#nextSequence++;
    this.#wallMs += this.random.between(5, 60);
  }

  /** The answer is in. Sometimes the price is not known yet and the generation stays pending for one snapshot. */
  requestSettled(): void {
    const sequence = this.#nextSequence - 1;
    const elapsed = this.random.between(400, 9000);
    this.#settledThrough = sequence;
    this.#apiMs += elapsed;
    this.#wallMs += elapsed + this.random.between(1, 9);
    const model = this.#modelFor(sequence);
    const input = this.random.between(2_000, 60_000);
    model.input += input;
    model.output += this.random.between(40, 1500);
    model.cacheRead += Math.floor(input * 0.8);
    model.cacheWrite += Math.floor(input * 0.05);
    model.cost += this.random.between(100, 90_000) / 1_000_000;
    if (this.random.chance(0.1)) this.#pending = this.#pendingEntry(sequence);
  }

  /** Time has passed, nothing else has changed. */
  tick(): void {
    this.#pending = '';
    this.#wallMs += this.random.between(5, 300);
  }

  linesChanged(added: number, removed: number): void {
    this.#linesAdded += added;
    this.#linesRemoved += removed;
  }

  get inputTokens(): number {
    return this.#models.reduce((sum, model) => sum + model.input, 0);
  }

  get outputTokens(): number {
    return this.#models.reduce((sum, model) => sum + model.output, 0);
  }

  /** The snapshot as canonical JSON. `requestOpen` says that a request is under way. */
  json(requestOpen: boolean): string {
    let cost = 0;
    let input = 0;
    let output = 0;
    let cacheRead = 0;
    let cacheWrite = 0;
    let models = '';
    for (const model of this.#models) {
      cost += model.cost;
      input += model.input;
      output += model.output;
      cacheRead += model.cacheRead;
      cacheWrite += model.cacheWrite;
      models +=
        `${models === '' ? '' : ','}{"model":"${model.model}","first_sequence":${model.firstSequence},"total_cost":${model.cost},` +
        `"input_tokens":${model.input},"output_tokens":${model.output},"cache_read_tokens":${model.cacheRead},` +
        `"cache_write_tokens":${model.cacheWrite},"billable_web_search_calls":0}`;
    }
    const billing = this.#pending === '' ? 'incomplete' : 'pending';
    return (
      `{"billing":"${billing}","api_duration_complete":${!requestOpen},"wall_duration_complete":true,"code_complete":true,` +
      `"next_sequence":${this.#nextSequence},"settled_through_sequence":${this.#settledThrough},` +
      `"api_duration_ms":${this.#apiMs},"wall_duration_ms":${this.#wallMs},"total_cost":${cost},` +
      `"input_tokens":${input},"output_tokens":${output},"cache_read_tokens":${cacheRead},"cache_write_tokens":${cacheWrite},` +
      `"billable_web_search_calls":0,"lines_added":${this.#linesAdded},"lines_removed":${this.#linesRemoved},` +
      `"models":[${models}],"pending":[${this.#pending}]}`
    );
  }

  #modelFor(sequence: number): ModelUsage {
    // The first model does most of the work; the others join as the session goes on.
    const name = this.random.chance(0.8) ? (MODELS[0] as string) : this.random.pick(MODELS);
    const known = this.#models.find((model) => model.model === name);
    if (known !== undefined) return known;
    const fresh = { model: name, firstSequence: sequence, cost: 0, input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    this.#models.push(fresh);
    return fresh;
  }

  #pendingEntry(sequence: number): string {
    let id = 'gen_';
    for (let index = 0; index < 26; index++) id += CROCKFORD[this.random.between(0, 31)];
    return `{"id":"${id}","sequence":${sequence},"origin":"https://gateway.example.org","team":null}`;
  }
}
