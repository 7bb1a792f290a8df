// @ts-check
// A service on loopback that speaks as much of three APIs as the programs need: it answers as scripted and notes what it is asked.
import { createServer } from 'node:http';
import { refusalOf } from './refusals.js';

/** What the service answers where nothing is scripted. */
export const ANSWER = 'The mock service heard you.';

/**
 * @typedef {object} Call
 * @property {string} name
 * @property {unknown} input An object, or the text of a call of Codex's that takes one.
 * @property {string} [namespace] Codex's.
 *
 * @typedef {object} Reply
 * @property {string} [thinking]
 * @property {string} [text]
 * @property {readonly Call[]} [calls]
 * @property {readonly any[]} [blocks] Instead of these: blocks of the Anthropic API.
 * @property {boolean} [isOpen] The answer never ends: whoever asked has to break it off.
 * @property {string} [for] Only for a request in which this stands.
 *
 * @typedef {{ path: string, body: any, refusal: string | null }} Request
 */

/** The mock service. */
export class MockService {
  /** @type {Request[]} What was asked, but for counts of tokens and what a program asks besides (titles and the like). */
  requests = [];
  /** How many open answers have told what they have to tell. */
  open = 0;
  #server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => this.#answer(request, Buffer.concat(chunks).toString(), response));
  });
  #count = 0;
  /** @type {Reply[]} */
  #script;
  #refuses;

  /** @param {readonly Reply[]} [script] replies in their order; without any, what services refuse is refused */
  constructor(script) {
    this.#script = [...(script ?? [])];
    this.#refuses = script === undefined;
  }

  /** @returns {Promise<this>} */
  async start() {
    await new Promise((resolve) => this.#server.listen(0, '127.0.0.1', () => resolve(undefined)));
    return this;
  }

  get port() {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The mock service has no port.');
    return address.port;
  }

  /** Replies that nobody asked for. */
  get unused() {
    return this.#script.length;
  }

  /** @returns {Promise<void>} */
  async close() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(() => resolve(undefined)));
  }

  /** @param {import('node:http').IncomingMessage} request @param {string} text @param {import('node:http').ServerResponse} response */
  #answer({ method, url }, text, response) {
    const path = (url ?? '').split('?')[0] ?? '';
    const speak = SPEECH.find(([end]) => path.endsWith(end))?.[1];
    if (method !== 'POST' || speak === undefined) {
      if (path.endsWith('/messages/count_tokens')) sendJson(response, 200, { input_tokens: 10 });
      else sendJson(response, 404, { type: 'error', error: { type: 'not_found_error', message: 'There is nothing.' } });
      return;
    }
    const body = JSON.parse(text);
    const refusal = refusalOf(path, body);
    const isAside = isAsideOf(path, body, text);
    if (!isAside) this.requests.push({ path, body, refusal });
    if (this.#refuses && refusal !== null) {
      sendJson(response, 400, { type: 'error', error: { type: 'invalid_request_error', message: refusal } });
      return;
    }
    speak(isAside ? { text: ANSWER } : this.#next(text), body, response, `${++this.#count}`);
  }

  /** @param {string} request @returns {Reply} */
  #next(request) {
    const at = this.#script.findIndex((reply) => reply.for === undefined || request.includes(reply.for));
    const reply = this.#script[at];
    if (reply === undefined) return { text: ANSWER };
    this.#script.splice(at, 1);
    if (reply.isOpen === true) this.open++;
    return reply;
  }
}

/** @typedef {(reply: Reply, body: any, response: import('node:http').ServerResponse, id: string) => void} Speech */

/** @type {readonly (readonly [end: string, speak: Speech])[]} */
const SPEECH = [
  ['/messages', answerMessages],
  ['/responses', answerResponses],
  ['/chat/completions', answerCompletions],
];

/** What Claude Code asks besides, without tools: titles and topics. A summary is asked for without tools, too. @param {string} path @param {any} body @param {string} text */
function isAsideOf(path, body, text) {
  return path.endsWith('/messages') && !(body.tools?.length > 0) && !/summar/i.test(text.slice(-6000));
}

/** @type {Speech} */
function answerMessages(reply, body, response, id) {
  const blocks = reply.blocks ?? [
    ...(reply.thinking === undefined ? [] : [{ type: 'thinking', thinking: reply.thinking, signature: signed(reply) }]),
    ...(reply.text === undefined ? [] : [{ type: 'text', text: reply.text }]),
    ...(reply.calls ?? []).map(({ name, input }, at) => ({ type: 'tool_use', id: `toolu_${id}_${at}`, name, input })),
  ];
  const stop = blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn';
  const usage = { input_tokens: 12, output_tokens: 7, cache_creation_input_tokens: 3, cache_read_input_tokens: 101 };
  const message = {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model: body.model,
    stop_sequence: null,
    usage,
  };
  if (body.stream !== true) {
    sendJson(response, 200, { ...message, content: blocks, stop_reason: stop });
    return;
  }
  const events = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    ...blocks.flatMap((block, index) => {
      const isLast = index === blocks.length - 1;
      const end = reply.isOpen === true && isLast ? [] : [{ type: 'content_block_stop', index }];
      const delta = (/** @type {object} */ piece) => ({ type: 'content_block_delta', index, delta: piece });
      const begin = (/** @type {object} */ empty) => ({ type: 'content_block_start', index, content_block: empty });
      switch (block.type) {
        case 'thinking':
          return [
            begin({ ...block, thinking: '', signature: '' }),
            delta({ type: 'thinking_delta', thinking: block.thinking }),
            delta({ type: 'signature_delta', signature: block.signature }),
            ...end,
          ];
        case 'text':
          return [begin({ type: 'text', text: '' }), delta({ type: 'text_delta', text: block.text }), ...end];
        case 'tool_use': {
          const json = { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
          return [begin({ ...block, input: {} }), delta(json), ...end];
        }
        default:
          return [begin(block), ...end];
      }
    }),
  ];
  const end = [
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage },
    { type: 'message_stop' },
  ];
  sendEvents(response, reply.isOpen === true ? events : [...events, ...end], reply);
}

/** @param {Reply} reply */
function signed({ thinking }) {
  return Buffer.from(`signature of ${thinking}`).toString('base64');
}

/** @type {Speech} */
function answerResponses(reply, _body, response, id) {
  /** @type {any[]} */
  const items = [];
  if (reply.thinking !== undefined) {
    const encrypted = Buffer.from(`encrypted ${reply.thinking}`).toString('base64');
    const summary = [{ type: 'summary_text', text: reply.thinking }];
    items.push({ type: 'reasoning', id: `rs_${id}`, summary, encrypted_content: encrypted });
  }
  if (reply.text !== undefined) {
    const content = [{ type: 'output_text', text: reply.text, annotations: [] }];
    items.push({ type: 'message', id: `msg_${id}`, role: 'assistant', status: 'completed', content });
  }
  for (const [at, { name, input, namespace }] of (reply.calls ?? []).entries()) {
    const call = { status: 'completed', call_id: `call_${id}_${at}`, name, ...(namespace && { namespace }) };
    if (typeof input === 'string') items.push({ type: 'custom_tool_call', id: `ctc_${id}_${at}`, ...call, input });
    else items.push({ type: 'function_call', id: `fc_${id}_${at}`, ...call, arguments: JSON.stringify(input) });
  }
  const usage = {
    input_tokens: 112,
    input_tokens_details: { cached_tokens: 51 },
    output_tokens: 22,
    output_tokens_details: { reasoning_tokens: 3 },
    total_tokens: 134,
  };
  const events = [
    { type: 'response.created', response: { id: `resp_${id}`, status: 'in_progress', output: [] } },
    ...items.flatMap((item, index) => eventsOfItem(item, index, reply.isOpen === true && index === items.length - 1)),
  ];
  const end = { type: 'response.completed', response: { id: `resp_${id}`, status: 'completed', output: items, usage } };
  sendEvents(response, reply.isOpen === true ? events : [...events, end], reply);
}

/** @param {any} item @param {number} index @param {boolean} isOpen @returns {object[]} */
function eventsOfItem(item, index, isOpen) {
  const at = { output_index: index, item_id: item.id };
  const begin = (/** @type {object} */ begun) => ({
    type: 'response.output_item.added',
    output_index: index,
    item: { ...item, ...begun },
  });
  const end = { type: 'response.output_item.done', output_index: index, item };
  if (item.type === 'message') {
    const [part] = item.content;
    const place = { ...at, content_index: 0 };
    const told = [
      begin({ status: 'in_progress', content: [] }),
      { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
      { type: 'response.output_text.delta', ...place, delta: part.text },
    ];
    if (isOpen) return told;
    return [
      ...told,
      { type: 'response.output_text.done', ...place, text: part.text },
      { type: 'response.content_part.done', ...place, part },
      end,
    ];
  }
  if (item.type === 'reasoning') {
    const [part] = item.summary;
    const place = { ...at, summary_index: 0 };
    return [
      begin({ summary: [] }),
      { type: 'response.reasoning_summary_part.added', ...place, part: { ...part, text: '' } },
      { type: 'response.reasoning_summary_text.delta', ...place, delta: part.text },
      { type: 'response.reasoning_summary_text.done', ...place, text: part.text },
      { type: 'response.reasoning_summary_part.done', ...place, part },
      end,
    ];
  }
  return [begin({ status: 'in_progress' }), end];
}

/** @type {Speech} */
function answerCompletions(reply, body, response, id) {
  const head = { id: `chat_${id}`, object: 'chat.completion.chunk', created: 0, model: body.model };
  const calls = (reply.calls ?? []).map(({ name, input }, index) => ({
    index,
    id: `call_${id}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
  const delta = { role: 'assistant', content: reply.text ?? '', ...(calls.length > 0 && { tool_calls: calls }) };
  const end = { index: 0, delta: {}, finish_reason: calls.length > 0 ? 'tool_calls' : 'stop' };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const events = [
    { ...head, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...head, choices: [end], usage },
  ];
  sendEvents(response, events, reply);
}

/** @param {import('node:http').ServerResponse} response @param {number} status @param {object} body */
function sendJson(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** @param {import('node:http').ServerResponse} response @param {readonly any[]} events @param {Reply} reply */
function sendEvents(response, events, reply) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    const name = event.type === undefined ? '' : `event: ${event.type}\n`;
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
  if (events[0]?.object !== undefined) response.write('data: [DONE]\n\n');
  if (reply.isOpen !== true) response.end();
}
