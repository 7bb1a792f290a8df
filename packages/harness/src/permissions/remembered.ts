import { posix } from 'node:path';
import { durableText } from '@fxlog/assembler';
import type { PermissionRule as SavedRule } from '@fxlog/format/internal';
import { isJsonObject } from '@fxlog/json/internal';
import type { ToolCall } from './targets.js';

const COMMAND_TAG = 'fx-permission-state-v2';
const OLDER_TAG = 'fx-permission-state-v1';
const SYSTEMS: readonly string[] = ['linux', 'macos'];

/** A rule that a session remembers about a call. */
export interface RememberedMatch {
  readonly decision: 'allow' | 'deny';
  /** What fx shows of it. */
  readonly display: string;
}

/**
 * What a session remembers of a call that runs a command (profile-and-tools §4.8): rules are compared in fx's binary form. Rules about other tools hold hashes and
 * the arguments as the model sent them, which no log has: whether one of those matches cannot be told.
 *
 * @param cwd the directory in which the command runs, where the log says it
 */
export function rememberedFor(
  call: ToolCall,
  rules: readonly SavedRule[],
  { root, cwd }: { readonly root: string; readonly cwd: string | null },
): RememberedMatch | null {
  const args = isJsonObject(call.arguments.request) ? call.arguments.request : call.arguments;
  const isCommand = call.tool === 'run_command' || (call.tool === 'terminal' && args.action === 'exec');
  if (!isCommand || typeof args.command !== 'string') return null;
  const directory = cwd ?? (typeof args.cwd === 'string' ? posix.resolve(root, args.cwd) : root);
  const forms = SYSTEMS.map((system) =>
    canonicalForm([COMMAND_TAG, args.command as string, directory, 'foreground', system]),
  );
  let found: RememberedMatch | null = null;
  for (const { kind, canonical, decision, display_identity } of rules) {
    if (kind !== 'command') continue;
    const bytes = typeof canonical === 'string' ? Buffer.from(canonical) : canonical;
    const converted = convertedForm(bytes, decision);
    if (converted === null || !forms.some((form) => form.equals(converted))) continue;
    // Two rules of the older schema can become the same: the one that denies stays.
    if (found?.decision === 'deny') continue;
    found = { decision, display: durableText(display_identity).text };
  }
  return found;
}

/** The form of a rule that fx compares: it converts rules of schema 1 when it loads them, and drops those that allow a command behind some backend. */
function convertedForm(bytes: Uint8Array, decision: 'allow' | 'deny'): Uint8Array | null {
  const [tag, command, cwd, background, backend, system, rest, ...more] = fieldsOf(bytes);
  if (tag !== OLDER_TAG) return bytes;
  if (rest === undefined || more.length > 0 || (decision === 'allow' && backend !== 'none')) return null;
  return canonicalForm([COMMAND_TAG, command ?? '', cwd ?? '', background ?? '', system ?? '']);
}

/** The fields of a canonical form; none where it is not one. */
function fieldsOf(bytes: Uint8Array): readonly string[] {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const fields: string[] = [];
  for (let at = 0; at < view.length; ) {
    if (at + 8 > view.length) return [];
    const end = BigInt(at + 8) + view.readBigUInt64BE(at);
    if (end > BigInt(view.length)) return [];
    fields.push(view.toString('utf8', at + 8, Number(end)));
    at = Number(end);
  }
  return fields;
}

/** Fields as fx strings them together: the length of each in eight bytes, the highest first, then its bytes. */
function canonicalForm(fields: readonly string[]): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => {
      const bytes = Buffer.from(field);
      const length = Buffer.alloc(8);
      length.writeBigUInt64BE(BigInt(bytes.length));
      return [length, bytes];
    }),
  );
}
