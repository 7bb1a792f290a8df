// @ts-check
// A service on loopback that speaks as much of three APIs as a resumed program needs: it notes what it is asked and says one sentence.
import { createServer } from 'node:http';
import { refusalOf } from './judge-request.js';

/** What the service answers. */
export const ANSWER = 'The mock service heard you.';

/** @typedef {{ path: string, body: any }} Request */

/**
 * Starts the service.
 *
 * @returns {Promise<{ port: number, take: () => Request[], close: () => Promise<void> }>} `take` gives the requests since the last call
 */
export async function startMockService() {
  /** @type {Request[]} */
  let requests = [];
  const server = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const path = (request.url ?? '').split('?')[0] ?? '';
      const body = parse(Buffer.concat(chunks).toString());
      if (request.method === 'POST') requests.push({ path, body });
      answer(path, body, response);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The mock service has no port.');
  return {
    port: address.port,
    take() {
      const taken = requests;
      requests = [];
      return taken;
    },
    close: () => new Promise((resolve) => server.close(() => resolve(undefined))),
  };
}

/** @param {string} text @returns {any} */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** @param {string} path @param {any} body @param {import('node:http').ServerResponse} response */
function answer(path, body, response) {
  const refusal = refusalOf(path, body);
  if (refusal !== null)
    sendJson(response, 400, { type: 'error', error: { type: 'invalid_request_error', message: refusal } });
  else if (path.endsWith('/messages/count_tokens')) sendJson(response, 200, { input_tokens: 10 });
  else if (path.endsWith('/messages')) answerMessages(body, response);
  else if (path.endsWith('/responses')) sendEvents(response, responsesEvents());
  else if (path.endsWith('/chat/completions')) sendEvents(response, completionEvents());
  else sendJson(response, 404, { error: { type: 'not_found_error', message: 'The mock service has nothing here.' } });
}

/** @param {any} body @param {import('node:http').ServerResponse} response */
function answerMessages(body, response) {
  const model = body?.model ?? 'mock';
  const usage = { input_tokens: 10, output_tokens: 5, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  const message = { id: 'msg_mock', type: 'message', role: 'assistant', model, stop_sequence: null, usage };
  if (body?.stream !== true) {
    sendJson(response, 200, { ...message, content: [{ type: 'text', text: ANSWER }], stop_reason: 'end_turn' });
    return;
  }
  sendEvents(response, [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: ANSWER } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ]);
}

/** @returns {object[]} */
function responsesEvents() {
  const part = { type: 'output_text', text: ANSWER, annotations: [] };
  const item = { id: 'msg_mock', type: 'message', role: 'assistant', status: 'completed', content: [part] };
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 5,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 15,
  };
  const at = { output_index: 0, content_index: 0, item_id: 'msg_mock' };
  return [
    { type: 'response.created', response: { id: 'resp_mock', status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...at, delta: ANSWER },
    { type: 'response.output_text.done', ...at, text: ANSWER },
    { type: 'response.content_part.done', ...at, part },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id: 'resp_mock', status: 'completed', output: [item], usage } },
  ];
}

/** @returns {object[]} */
function completionEvents() {
  const head = { id: 'chat_mock', object: 'chat.completion.chunk', created: 0, model: 'mock' };
  return [
    { ...head, choices: [{ index: 0, delta: { role: 'assistant', content: ANSWER }, finish_reason: null }] },
    {
      ...head,
      choices: [{ index: 0, delta: {}, finish_reason: 'stop' }],
      usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
    },
  ];
}

/** @param {import('node:http').ServerResponse} response @param {number} status @param {object} body */
function sendJson(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** @param {import('node:http').ServerResponse} response @param {any[]} events */
function sendEvents(response, events) {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) {
    const name = event.type === undefined ? '' : `event: ${event.type}\n`;
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
  if (events[0]?.object !== undefined) response.write('data: [DONE]\n\n');
  response.end();
}
