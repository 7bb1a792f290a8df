// @ts-check
// What a model is told of a conversation, as a flat list of facts that does not depend on who tells it.
import { createHash } from 'node:crypto';

/**
 * @typedef {{ type: 'text', speaker: 'user' | 'assistant' | 'program', text: string }
 *   | { type: 'reasoning', text: string }
 *   | { type: 'call', id: string, name: string, input: unknown }
 *   | { type: 'result', id: string, texts: readonly string[], images: readonly string[] }
 *   | { type: 'image', data: string }} Part One thing that is told, in the order of the conversation; images are base64.
 *
 * @typedef {object} Fact
 * @property {'text' | 'reasoning' | 'call' | 'result' | 'output' | 'image'} kind
 * @property {string} key Equal for equal facts. Calls are numbered in their order: ids are each program's own.
 * @property {boolean} isOwn Whether these are words of the program, not of the user or the model.
 *
 * @typedef {object} Told
 * @property {readonly Fact[]} facts
 * @property {readonly unknown[]} inputs Arguments of the calls, in their order.
 */

/** What programs say in their own words, in the name of the user: about the directory, the date, their own doings. */
const OWN_WORDS = [
  /<(system-reminder|local-command-caveat|environment_context|user_instructions|turn_aborted|available_images)>[\s\S]*?<\/\1>/g,
  /# AGENTS\.md instructions[^\n]*\n+<INSTRUCTIONS>[\s\S]*?<\/INSTRUCTIONS>/g,
  /\[Image: source: [^\n]*\]/g,
  /^No response requested\.$/gm,
  /^\(see attached image\)$/gm,
  /^The previous response ended before completion\.$/gm,
  /^Session event: a previous user request launched a background .*$/gm,
  /^Interrupted by user after completing .*\.$/gm,
  /^Session file evidence from previous tool execution\.[\s\S]*/gm,
];

/**
 * The facts of a conversation.
 *
 * @param {readonly Part[]} parts
 * @param {string} prompt with which the session was gone on with: what is told from there on does not count
 * @returns {Told}
 */
export function toldBy(parts, prompt) {
  /** @type {Fact[]} */
  const facts = [];
  /** @type {unknown[]} */
  const inputs = [];
  /** @type {Map<string, number>} */
  const numbers = new Map();
  for (const part of inOrderOfCalls(parts)) {
    switch (part.type) {
      case 'text':
        if (part.text.includes(prompt)) return { facts, inputs };
        facts.push(...linesOf(part.text, 'text', part.speaker, part.speaker === 'program'));
        break;
      case 'reasoning':
        facts.push({ kind: 'reasoning', key: part.text.trim(), isOwn: false });
        break;
      case 'call':
        inputs.push(part.input);
        numbers.set(part.id, inputs.length);
        facts.push({ kind: 'call', key: `${inputs.length}`, isOwn: false });
        break;
      case 'result': {
        const number = `${numbers.get(part.id) ?? 'none'}`;
        facts.push({ kind: 'result', key: number, isOwn: false });
        facts.push(...part.texts.flatMap((text) => linesOf(text, 'output', number, false)));
        facts.push(...part.images.map(imageFact));
        break;
      }
      case 'image':
        facts.push(imageFact(part.data));
    }
  }
  return { facts, inputs };
}

/** Results that follow each other say nothing by their order. @param {readonly Part[]} parts @returns {Part[]} */
function inOrderOfCalls(parts) {
  /** @type {Part[]} */
  const ordered = [];
  /** @type {string[]} */
  const calls = [];
  for (const part of parts) {
    if (part.type === 'call') calls.push(part.id);
    let at = ordered.length;
    for (; part.type === 'result' && at > 0; at--) {
      const before = ordered[at - 1];
      if (before?.type !== 'result' || calls.lastIndexOf(before.id) < calls.lastIndexOf(part.id)) break;
    }
    ordered.splice(at, 0, part);
  }
  return ordered;
}

/**
 * Line by line: programs join texts, and part them, each in its own way.
 *
 * @param {string} text
 * @param {'text' | 'output'} kind
 * @param {string} whose
 * @param {boolean} isOwn
 * @returns {Fact[]}
 */
function linesOf(text, kind, whose, isOwn) {
  /** @type {[number, number][]} */
  const own = [];
  for (const words of OWN_WORDS) {
    for (const match of text.matchAll(words)) own.push([match.index, match.index + match[0].length]);
  }
  /** @type {Fact[]} */
  const facts = [];
  let at = 0;
  for (const line of text.split('\n')) {
    const place = at;
    at += line.length + 1;
    // Marks of a frame are the program's; what stands in it can be the user's, as what was typed while the model worked.
    const said = line.replace(/<\/?[a-z_-]+>/g, '').trim();
    if (said === '') continue;
    // Such words stand in outputs, too, and show files with numbers in front of their lines.
    if (isOwn || own.some(([start, end]) => place + line.length > start && place < end)) {
      facts.push({ kind: 'text', key: `user ${said.replace(/^\d+\t/, '')}`, isOwn: true });
    } else facts.push({ kind, key: `${whose} ${said}`, isOwn: false });
  }
  return facts;
}

/** @param {string} data base64 @returns {Fact} */
function imageFact(data) {
  return { kind: 'image', key: createHash('sha256').update(data).digest('hex').slice(0, 12), isOwn: false };
}

/** The parts of a request. @param {import('./mock-service.js').Request} request @returns {Part[]} */
export function partsOfRequest({ path, body }) {
  return path.endsWith('/messages') ? partsOfMessages(body.messages) : partsOfItems(body.input ?? []);
}

/** @param {readonly any[]} messages @returns {Part[]} */
function partsOfMessages(messages) {
  return messages.flatMap(({ role, content }) => blocksOf(content).flatMap((block) => partsOfBlock(role, block)));
}

/** @param {string} role @param {any} block @returns {Part[]} */
function partsOfBlock(role, block) {
  switch (block.type) {
    case 'text':
      return [textPart(role, block.text)];
    case 'thinking':
      return [{ type: 'reasoning', text: block.thinking }];
    case 'redacted_thinking':
      return [{ type: 'reasoning', text: block.data }];
    case 'image':
      return [{ type: 'image', data: block.source.data }];
    case 'document':
      return [textPart(role, block.source.data)];
    case 'tool_use':
      return [{ type: 'call', id: block.id, name: block.name, input: block.input }];
    case 'tool_result':
      return [resultPart(block.tool_use_id, blocksOf(block.content ?? []))];
    default:
      throw new Error(`A block of the kind ${block.type} was sent.`);
  }
}

/** @param {readonly any[]} items @returns {Part[]} */
function partsOfItems(items) {
  return items.flatMap(partsOfItem);
}

/** @param {any} item @returns {Part[]} */
function partsOfItem(item) {
  const type = item.type ?? 'message';
  if (type === 'message') {
    return blocksOf(item.content).map((part) =>
      part.image_url === undefined ? textPart(item.role, part.text) : { type: 'image', data: dataOf(part.image_url) },
    );
  }
  if (type === 'reasoning') {
    const texts = [...(item.summary ?? []), ...(item.content ?? [])].map(({ text }) => text);
    return [{ type: 'reasoning', text: texts.join('\n\n') }];
  }
  if (type.endsWith('_call')) {
    const input = item.input ?? parsed(item.arguments) ?? item.action;
    return [{ type: 'call', id: item.call_id, name: item.name ?? type, input }];
  }
  if (type.endsWith('_output')) return [resultPart(item.call_id, blocksOf(item.output))];
  throw new Error(`An item of the kind ${type} was sent.`);
}

/** @param {string} role @param {string} text @returns {Part} */
function textPart(role, text) {
  return { type: 'text', speaker: role === 'user' || role === 'assistant' ? role : 'program', text };
}

/** @param {string} id @param {readonly any[]} parts @returns {Part} */
function resultPart(id, parts) {
  return {
    type: 'result',
    id,
    texts: parts.flatMap(({ text }) => (text === undefined ? [] : [text])),
    images: parts.flatMap((part) => {
      if (part.type === 'image') return [part.source.data];
      return part.image_url === undefined ? [] : [dataOf(part.image_url)];
    }),
  };
}

/** @param {any} content @returns {readonly any[]} */
function blocksOf(content) {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** @param {string} url */
function dataOf(url) {
  return url.replace(/^data:.*?;base64,/, '');
}

/** @param {string | undefined} text @returns {unknown} */
function parsed(text) {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
