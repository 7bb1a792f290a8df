import { posix } from 'node:path';
import type { PermissionRule as SavedRule } from '@fxlog/format/internal';
import { isJsonObject } from '@fxlog/json/internal';
import type { ToolCall } from './targets.js';

const COMMAND_TAG = 'fx-permission-state-v2';
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
  for (const { kind, canonical, decision, display_identity } of rules) {
    if (kind !== 'command') continue;
    const bytes = typeof canonical === 'string' ? Buffer.from(canonical) : canonical;
    if (!forms.some((form) => form.equals(bytes))) continue;
    const display = typeof display_identity === 'string' ? display_identity : Buffer.from(display_identity).toString();
    return { decision, display };
  }
  return null;
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
