/**
 * The byte budgets of what fx sends beside the history (model-view §10): which value holds, where it comes from, and what it leaves of a text.
 */

/** No budget is larger in effect, `off` included, in bytes. */
export const CONTEXT_CEILING_BYTES = 67_108_864;

/** Largest number that fx takes, in bytes. */
const MAX_VALUE = 18_446_744_073_709_551_615n;

/** The budgets by name, with their defaults in bytes. */
const DEFAULTS = {
  project_instruction_file_bytes: 65_536,
  project_instructions_total_bytes: 131_072,
  skill_description_bytes: 1024,
  skill_catalog_bytes: 16_384,
  skill_chunk_bytes: 20_480,
  skill_file_bytes: 1_048_576,
  mcp_description_bytes: 1024,
  mcp_search_result_bytes: 16_384,
  mcp_server_instructions_bytes: 2048,
  mcp_selected_schema_bytes: 65_536,
  image_adapter_output_bytes: 20_480,
} as const;

/** The name of a budget, as settings and the command line of fx spell it. */
export type ContextBudgetName = keyof typeof DEFAULTS;

/** Bytes of a budget as it was given; `off` is for none. */
export type ContextLimit = bigint | 'off';

/** Where a budget comes from, in the words that fx uses in its notices. */
export type ContextBudgetSource = 'compiled default' | 'global settings' | 'workspace settings' | 'command line';

/** A budget as it holds. */
export interface ContextBudget {
  readonly name: ContextBudgetName;
  readonly limit: ContextLimit;
  /** What fx goes by, in bytes: never more than {@link CONTEXT_CEILING_BYTES}. */
  readonly effectiveBytes: number;
  readonly source: ContextBudgetSource;
}

/** Why fx does not take a `--context-limit`, by its own name. */
export type ContextLimitFault = 'InvalidContextLimitOverride' | 'UnknownContextLimit' | 'InvalidContextLimitValue';

/** Whether something is the name of a budget. */
export function isContextBudgetName(name: string): name is ContextBudgetName {
  return Object.hasOwn(DEFAULTS, name);
}

/** A limit as digits or `off` in any case; null when it is neither, or does not fit 64 bits. */
export function parseContextLimit(text: string): ContextLimit | null {
  if (text.toLowerCase() === 'off') return 'off';
  // Zeros in front aside, more than 20 digits fit nothing: they are not even read.
  if (!/^0*\d{1,20}$/.test(text)) return null;
  const value = BigInt(text);
  return value <= MAX_VALUE ? value : null;
}

/** Reads the value of one `--context-limit`, `NAME=VALUE`: digits may be grouped with `_` there. */
export function parseContextOverride(
  text: string,
): { readonly name: ContextBudgetName; readonly limit: ContextLimit } | { readonly fault: ContextLimitFault } {
  const at = text.indexOf('=');
  const [name, value] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
  if (at < 0 || name === '' || value === '') return { fault: 'InvalidContextLimitOverride' };
  if (!isContextBudgetName(name)) return { fault: 'UnknownContextLimit' };
  const limit = parseContextLimit(/^\d[\d_]*$/.test(value) ? value.replaceAll('_', '') : value);
  return limit === null ? { fault: 'InvalidContextLimitValue' } : { name, limit };
}

/** The layers of values, of which later ones win by name. */
export interface ContextLimitLayers {
  readonly user?: ReadonlyMap<string, ContextLimit> | undefined;
  readonly workspace?: ReadonlyMap<string, ContextLimit> | undefined;
  readonly commandLine?: ReadonlyMap<string, ContextLimit> | undefined;
}

/** All budgets as they hold under these layers, in the order of the specification. */
export function contextBudgets(layers: ContextLimitLayers = {}): readonly ContextBudget[] {
  const given = [
    ['command line', layers.commandLine],
    ['workspace settings', layers.workspace],
    ['global settings', layers.user],
  ] as const;
  return (Object.keys(DEFAULTS) as ContextBudgetName[]).map((name): ContextBudget => {
    for (const [source, limits] of given) {
      const limit = limits?.get(name);
      if (limit !== undefined) return { name, limit, effectiveBytes: effectiveBytes(limit), source };
    }
    const limit = BigInt(DEFAULTS[name]);
    return { name, limit, effectiveBytes: DEFAULTS[name], source: 'compiled default' };
  });
}

function effectiveBytes(limit: ContextLimit): number {
  return limit === 'off' || limit > BigInt(CONTEXT_CEILING_BYTES) ? CONTEXT_CEILING_BYTES : Number(limit);
}

/** What a budget did to a text. */
export interface ContextCut {
  /** Bytes that there were. */
  readonly observedBytes: number;
  /** Bytes that stay, from the beginning. */
  readonly keptBytes: number;
  /** The setting that would have kept all of it; null where nothing was cut, and where no setting can: it is larger than the ceiling. */
  readonly keptBy: string | null;
}

/** Where a text may be cut: behind its last line feed that fits, else at a character; or at a character that lies in no XML entity. */
export type CutAt = 'line' | 'escaped-character';

/** How much of a text a budget leaves; it is cut only where it is strictly longer. */
export function cutToBudget(
  text: Uint8Array,
  { name, effectiveBytes: limit }: Pick<ContextBudget, 'name' | 'effectiveBytes'>,
  at: CutAt,
): ContextCut {
  const observedBytes = text.length;
  if (observedBytes <= limit) return { observedBytes, keptBytes: observedBytes, keptBy: null };
  return { observedBytes, keptBytes: cutPlace(text, limit, at), keptBy: keepingSetting(name, observedBytes) };
}

/** The option of fx that gives a budget this many bytes; null above the ceiling. */
function keepingSetting(name: ContextBudgetName, bytes: number): string | null {
  return bytes > CONTEXT_CEILING_BYTES ? null : `--context-limit ${name}=${bytes}`;
}

const LF = 0x0a;
const AMPERSAND = 0x26;
const SEMICOLON = 0x3b;

function cutPlace(text: Uint8Array, limit: number, at: CutAt): number {
  if (at === 'line' && limit > 0) {
    const lineEnd = text.lastIndexOf(LF, limit - 1);
    if (lineEnd >= 0) return lineEnd + 1;
  }
  let place = limit;
  while (place > 0 && ((text[place] ?? 0) & 0xc0) === 0x80) place--;
  if (at === 'line' || place === 0) return place;
  const ampersand = text.lastIndexOf(AMPERSAND, place - 1);
  return ampersand >= 0 && text.lastIndexOf(SEMICOLON, place - 1) < ampersand ? ampersand : place;
}
