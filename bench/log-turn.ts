import type { TextSource } from './log-text.js';

/** One tool call with its result, ready to be placed in a step. */
interface Call {
  id: string;
  name: string;
  arguments: string;
  output: string;
  /** Canonical JSON of the file presentation (event-log §3.10.6), or `null`. */
  presentation: string;
  /** Canonical JSON of the file evidence (event-log §3.10.7), when the call touched a file. */
  evidence?: string;
  added: number;
  removed: number;
}

const TIMESTAMP_DIGITS = 13;

/**
 * One turn as it grows: the user's text and the tool steps finished so far. The steps are kept as bytes and copied
 * into each checkpoint and at last into the committed turn, which is what fx does, too. fx stamps every result anew
 * (`created_at_ms`) in each of these frames, so the places of the stamps are remembered and rewritten.
 */
export class Turn {
  readonly userJson: string;
  readonly toolNames: string[] = [];
  stepCount = 0;
  #steps = Buffer.allocUnsafe(64 * 1024);
  #stepsLength = 0;
  #files = '';
  readonly #stamps: number[] = [];
  readonly #text: TextSource;
  readonly #nextCallId: () => string;

  constructor(text: TextSource, nextCallId: () => string) {
    this.#text = text;
    this.#nextCallId = nextCallId;
    this.userJson = `{"text":${JSON.stringify(text.sentences(text.random.between(1, 5)))},"images":[]}`;
  }

  /** Adds a step of `callCount` calls; returns how many lines its calls added to and removed from files. */
  addStep(callCount: number, turnId: number, said: string): { added: number; removed: number } {
    const calls: Call[] = [];
    for (let index = 0; index < callCount; index++) calls.push(this.#makeCall(turnId));
    this.#appendStep(calls, said);
    return {
      added: calls.reduce((sum, call) => sum + call.added, 0),
      removed: calls.reduce((sum, call) => sum + call.removed, 0),
    };
  }

  /** Adds a step of one command whose output has about `bytes` bytes. */
  addLongOutput(bytes: number): void {
    const lines = this.#text.commandOutput(20);
    const output = lines.repeat(Math.ceil(bytes / lines.length)).slice(0, bytes);
    this.#appendStep([{ ...this.#command(), output: `exit_code=0\n<stdout>\n${output}\n</stdout>\n` }], '');
  }

  #appendStep(calls: readonly Call[], said: string): void {
    this.#append(
      `${this.stepCount === 0 ? '' : ','}{"assistant":${said === '' ? 'null' : JSON.stringify(said)},"tool_calls":[`,
    );
    this.#append(calls.map(callJson).join(','));
    this.#append('],"tool_results":[');
    let separator = '';
    for (const call of calls) {
      const bytes = Buffer.byteLength(call.output);
      const status = this.#text.random.chance(0.06) ? 'failure' : 'success';
      this.#append(
        `${separator}{"tool_call_id":"${call.id}","tool_name":"${call.name}","status":"${status}","output":${JSON.stringify(call.output)},` +
          `"output_handle":null,"preview":null,"output_bytes":${bytes},"stored_output_bytes":${bytes},"truncated":false,` +
          '"provider_native":false,"created_at_ms":',
      );
      this.#stamps.push(this.#stepsLength);
      this.#append(
        `${'0'.repeat(TIMESTAMP_DIGITS)},"permission_feedback":[],"committed_file_presentation":${call.presentation},` +
          '"command_output_replay":null,"command_process_presentation":null}',
      );
      separator = ',';
      this.toolNames.push(call.name);
      if (call.evidence !== undefined) this.#files += (this.#files === '' ? '' : ',') + call.evidence;
    }
    this.#append(']}');
    this.stepCount++;
  }

  /** The execution object (event-log §3.10) stamped with the time of the frame that carries it. */
  writeExecution(sink: { text(text: string): void; bytes(bytes: Uint8Array): void }, timestampMs: number): void {
    const digits = String(timestampMs);
    for (const position of this.#stamps) this.#steps.write(digits, position, 'latin1');
    sink.text('{"schema_version":3,"tool_steps":[');
    sink.bytes(this.#steps.subarray(0, this.#stepsLength));
    sink.text(`],"files":[${this.#files}]}`);
  }

  /** A call that was made but never finished, as canonical JSON. */
  unfinishedCallJson(): string {
    return callJson(this.#command());
  }

  #append(text: string): void {
    const needed = this.#stepsLength + text.length * 3;
    if (needed > this.#steps.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#steps.length * 2));
      this.#steps.copy(larger, 0, 0, this.#stepsLength);
      this.#steps = larger;
    }
    this.#stepsLength += this.#steps.write(text, this.#stepsLength, 'utf8');
  }

  #makeCall(turnId: number): Call {
    const kind = this.#text.random.between(1, 100);
    if (kind <= 35) return this.#read();
    if (kind <= 65) return this.#command();
    if (kind <= 80) return this.#search();
    return this.#edit(turnId);
  }

  #read(): Call {
    const path = this.#text.path();
    const id = this.#nextCallId();
    return {
      id,
      name: 'read_file',
      arguments: JSON.stringify({ path }),
      output: `<path>${path}</path>\n<content>\n${this.#text.numberedCode(this.#text.random.between(5, 36))}</content>`,
      presentation: 'null',
      evidence: evidenceJson(path, id, 'read_file', 'read'),
      added: 0,
      removed: 0,
    };
  }

  #command(): Call {
    const command = this.#text.random.pick([
      'npm test -- --run',
      'ls -la src && wc -l src/*.ts',
      'git log --oneline | head -5',
      `grep -rn "weight" ${this.#text.path()}`,
      'printf \'%s\\n\' "$PWD"',
    ]);
    return {
      id: this.#nextCallId(),
      name: 'terminal',
      arguments: JSON.stringify({ action: 'exec', command, cwd: null, profile: 'clean' }),
      output: `exit_code=0\n<stdout>\n${this.#text.commandOutput(this.#text.random.between(1, 22))}</stdout>\n`,
      presentation: 'null',
      added: 0,
      removed: 0,
    };
  }

  #search(): Call {
    const count = this.#text.random.between(0, 14);
    let output = `[grep] ${count} matches for weight\n`;
    for (let index = 1; index <= count; index++)
      output += ` - ${this.#text.path()}:${index * 7}: ${this.#text.code(1)}`;
    return {
      id: this.#nextCallId(),
      name: 'grep_files',
      arguments: '{"pattern":"weight"}',
      output,
      presentation: 'null',
      added: 0,
      removed: 0,
    };
  }

  #edit(turnId: number): Call {
    const path = this.#text.path();
    const id = this.#nextCallId();
    const before = this.#text.code(this.#text.random.between(1, 4));
    const after = this.#text.code(this.#text.random.between(1, 8));
    const removed = before.split('\n').slice(0, -1);
    const added = after.split('\n').slice(0, -1);
    const lines = [
      ...removed.map((line, index) => presentationLine('deletion', String(10 + index), 'null', line)),
      ...added.map((line, index) => presentationLine('addition', 'null', String(10 + index), line)),
    ];
    return {
      id,
      name: 'edit_file',
      arguments: JSON.stringify({ path, old_string: before, new_string: after }),
      output: `edited ${path} (${Buffer.byteLength(after)} bytes)`,
      presentation:
        `{"path":"${path}","kind":"edited","lines":[${lines.join(',')}],"additions":${added.length},` +
        `"deletions":${removed.length},"truncated":false,"previous_content":${JSON.stringify(before)},` +
        `"after_content":${JSON.stringify(after)},"lifecycle_id":{"turn_id":${turnId},"call_id":"${id}"}}`,
      evidence: evidenceJson(path, id, 'edit_file', 'edit'),
      added: added.length,
      removed: removed.length,
    };
  }
}

function callJson(call: Call): string {
  return `{"id":"${call.id}","name":"${call.name}","arguments_json":${JSON.stringify(call.arguments)},"provider_result":null}`;
}

function evidenceJson(path: string, callId: string, tool: string, action: string): string {
  return (
    `{"path":"${path}","new_path":null,"tool_call_id":"${callId}","tool_name":"${tool}","action":"${action}",` +
    '"status":"success","model_view_covers_full_file":false,"stale":false}'
  );
}

function presentationLine(kind: string, oldLine: string, newLine: string, text: string): string {
  return `{"kind":"${kind}","old_line":${oldLine},"new_line":${newLine},"text":${JSON.stringify(text)}}`;
}
