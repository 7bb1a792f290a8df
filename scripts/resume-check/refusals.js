// @ts-check
// What the services of the providers refuse, as far as it depends on the conversation: the mock service answers with HTTP 400 as they do.

/** Names and ids of calls that services take. */
export const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const PICTURES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp'];

/**
 * Why a service would refuse a request; null when it would not.
 *
 * @param {string} path
 * @param {any} body
 * @returns {string | null}
 */
export function refusalOf(path, body) {
  if (path.endsWith('/messages')) return refusalOfMessages(body?.messages ?? []);
  return path.endsWith('/responses') ? refusalOfItems(body?.input ?? []) : null;
}

/** @param {any[]} messages @returns {string | null} */
function refusalOfMessages(messages) {
  /** @type {string[]} */
  let open = [];
  const seen = new Set();
  for (const { role, content } of messages) {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    if (role === 'user') {
      const results = blocks.filter((/** @type {any} */ block) => block.type === 'tool_result');
      const answered = results.map((/** @type {any} */ block) => block.tool_use_id);
      const unknown = answered.find((/** @type {string} */ id) => !open.includes(id));
      if (unknown !== undefined) return `unexpected tool_use_id in tool_result: ${unknown}`;
      if (new Set(answered).size !== answered.length) return 'a tool_use has more than one tool_result';
      const missing = open.find((id) => !answered.includes(id));
      if (missing !== undefined) return `tool_use without tool_result immediately after: ${missing}`;
      if (results.some((/** @type {any} */ block, /** @type {number} */ at) => blocks[at] !== block)) {
        return 'tool_result blocks must come first';
      }
      open = [];
    } else if (role === 'assistant') {
      if (open.length > 0) return `tool_use without tool_result immediately after: ${open[0]}`;
      open = blocks.flatMap((/** @type {any} */ block) => (block.type === 'tool_use' ? [block.id] : []));
    }
    for (const block of blocks) {
      const refusal = refusalOfBlock(block, seen);
      if (refusal !== null) return refusal;
    }
  }
  return open.length > 0 ? `tool_use without tool_result: ${open[0]}` : null;
}

/** @param {any} block @param {Set<string>} seen ids of calls @returns {string | null} */
function refusalOfBlock(block, seen) {
  switch (block.type) {
    case 'text':
      return block.text.trim() === '' ? 'text content blocks must contain non-whitespace text' : null;
    case 'tool_use':
      if (!NAME.test(block.id) || !NAME.test(block.name)) return `bad name: ${block.id} ${block.name}`;
      if (seen.has(block.id)) return `tool_use ids must be unique: ${block.id}`;
      seen.add(block.id);
      return isObject(block.input) ? null : 'tool_use.input: Input should be a valid dictionary';
    case 'thinking':
      return typeof block.signature === 'string' && block.signature !== ''
        ? null
        : 'thinking.signature: Field required';
    case 'image':
      return block.source.type !== 'base64' || PICTURES.includes(block.source.media_type) ? null : 'bad media_type';
    case 'tool_result': {
      const parts = typeof block.content === 'string' || block.content === undefined ? [] : block.content;
      const bad = parts.find(
        (/** @type {any} */ part) => !['text', 'image', 'document', 'search_result'].includes(part.type),
      );
      return bad === undefined ? null : `tool_result.content: unexpected ${bad.type}`;
    }
    default:
      return null;
  }
}

/** @param {any[]} items @returns {string | null} */
function refusalOfItems(items) {
  const open = new Set();
  const seen = new Set();
  for (const item of items) {
    const type = item.type ?? 'message';
    if (type === 'function_call' || type === 'custom_tool_call') {
      if (!NAME.test(item.call_id) || !NAME.test(item.name)) return `bad name: ${item.call_id} ${item.name}`;
      if (seen.has(item.call_id)) return `call_id comes twice: ${item.call_id}`;
      seen.add(item.call_id);
      open.add(item.call_id);
      if (type === 'function_call' && !isObject(parseOrNull(item.arguments))) return 'arguments are not a JSON object';
    } else if (type === 'function_call_output' || type === 'custom_tool_call_output') {
      if (!open.delete(item.call_id))
        return `No tool call found for function call output with call_id ${item.call_id}.`;
    }
  }
  const [missing] = open;
  return missing === undefined ? null : `No tool output found for function call ${missing}.`;
}

/** @param {unknown} value */
function isObject(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {string} text @returns {unknown} */
function parseOrNull(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
