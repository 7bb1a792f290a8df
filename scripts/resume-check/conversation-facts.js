// @ts-check
// What is said in a conversation, as a flat list that does not depend on the format: it is what a resumed program has to tell its model.

/** @typedef {{ kind: 'text' | 'call' | 'result' | 'image', value: string }} Fact */

/**
 * Facts of a conversation as the codecs read it.
 *
 * @param {readonly import('@fxlog/codecs').Message[]} messages
 * @returns {Fact[]}
 */
export function factsOfMessages(messages) {
  // Slash commands and their outputs are told as texts of the user.
  const commands = new Set();
  return messages.flatMap(({ content }) =>
    content.flatMap((block) => {
      if (block.type === 'text') return [text(block.text)];
      if (block.type === 'tool_use' && block.tool.name === 'Command') {
        commands.add(block.id);
        return [text(block.tool.command)];
      }
      if (block.type === 'tool_use') return [call(block.id)];
      if (block.type === 'image') return [image(block.source.data)];
      if (block.type !== 'tool_result') return [];
      const output = typeof block.content === 'string' ? block.content : block.content.toValue();
      const facts = factsOfContent(output);
      return commands.has(block.tool_use_id) ? facts : [result(block.tool_use_id), ...facts];
    }),
  );
}

/**
 * Facts of what a program asked its service.
 *
 * @param {any} body
 * @returns {Fact[]}
 */
export function factsOfRequest(body) {
  if (Array.isArray(body?.input)) return body.input.flatMap(factsOfItem);
  return (body?.messages ?? []).flatMap(factsOfRequestMessage);
}

/** @param {any} message @returns {Fact[]} */
function factsOfRequestMessage(message) {
  const calls = (message.tool_calls ?? []).map((/** @type {any} */ { id }) => call(id));
  if (message.role === 'tool') return [result(message.tool_call_id), ...factsOfContent(message.content)];
  return [...factsOfContent(message.content), ...calls];
}

/** @param {any} item @returns {Fact[]} */
function factsOfItem(item) {
  if (/_call$/.test(item.type)) return [call(item.call_id)];
  if (/_call_output$/.test(item.type)) return [result(item.call_id), ...factsOfContent(item.output)];
  return factsOfContent(item.content);
}

/** @param {any} content @returns {Fact[]} */
function factsOfContent(content) {
  if (typeof content === 'string') return [text(content)];
  if (!Array.isArray(content)) return content === null || content === undefined ? [] : [text(JSON.stringify(content))];
  return content.flatMap((part) => {
    switch (part.type) {
      case 'text':
      case 'input_text':
      case 'output_text':
        return [text(part.text)];
      case 'image':
        return [image(part.source?.data ?? '')];
      case 'input_image':
        return [image(part.image_url.replace(/^data:.*?;base64,/, ''))];
      case 'tool_use':
        return [call(part.id)];
      case 'tool_result':
        return [result(part.tool_use_id), ...factsOfContent(part.content)];
      default:
        return [];
    }
  });
}

/**
 * Messages in which what the assistant says stands before what it calls: Claude Code sends them like that, wherever the file has them.
 *
 * @param {readonly import('@fxlog/codecs').Message[]} messages
 * @returns {import('@fxlog/codecs').Message[]}
 */
export function withCallsLast(messages) {
  return messages.map((message) => {
    if (message.role === 'user') return message;
    const calls = message.content.filter(({ type }) => type === 'tool_use');
    return { ...message, content: [...message.content.filter(({ type }) => type !== 'tool_use'), ...calls] };
  });
}

/**
 * The first fact that is not told, or told before one that came earlier; null when all are. A program may add text of its own anywhere, also
 * to a text.
 *
 * @param {readonly Fact[]} wanted
 * @param {readonly Fact[]} told
 * @returns {Fact | null}
 */
export function firstUntold(wanted, told) {
  let at = 0;
  for (const fact of wanted) {
    while (at < told.length && !isTold(fact, told[at])) at++;
    if (at === told.length) return fact;
    // Several texts can be told as one.
    if (fact.kind !== 'text') at++;
  }
  return null;
}

/** @param {Fact} fact @param {Fact | undefined} told */
function isTold(fact, told) {
  if (told?.kind !== fact.kind) return false;
  if (fact.kind === 'text') return told.value.includes(fact.value.trim());
  // Some programs put something of their own behind an id; a picture may be made smaller.
  return fact.kind === 'image' || told.value === fact.value || told.value.startsWith(`${fact.value}|`);
}

/** @param {string} value @returns {Fact} */
const text = (value) => ({ kind: 'text', value });
/** @param {string} value @returns {Fact} */
const call = (value) => ({ kind: 'call', value });
/** @param {string} value @returns {Fact} */
const result = (value) => ({ kind: 'result', value });
/** @param {string} value @returns {Fact} */
const image = (value) => ({ kind: 'image', value });
