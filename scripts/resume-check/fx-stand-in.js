// @ts-check
// What fx tells its model of a session, for where fx is not installed, and what the services behind fx refuse of it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run.js';
import { NAME } from './refusals.js';

/** @type {typeof import('@fxlog/harness')} */
const { modelView } = await import(`${ROOT}/packages/harness/dist/index.js`);
/** @type {typeof import('@fxlog/store')} */
const { openSession, verifySession } = await import(`${ROOT}/packages/store/dist/index.js`);

/** @typedef {import('@fxlog/harness').ModelMessage} ModelMessage */

/**
 * @param {string} folder of the session
 * @returns {Promise<{ parts: import('./told.js').Part[], fault: string | null }>}
 */
export async function askStandIn(folder) {
  const session = await openSession(folder);
  const { resumable } = await verifySession(folder);
  if (!resumable.ok) return { parts: [], fault: `fx does not resume it: ${resumable.reason}` };
  const view = await modelView(session);
  if ('reason' in view) return { parts: [], fault: view.reason };
  const parts = view.history.flatMap((message) => partsOf(message, folder));
  return { parts, fault: view.fault?.reason ?? refusalOf(view.history) };
}

/** @param {ModelMessage} message @param {string} folder @returns {import('./told.js').Part[]} */
function partsOf(message, folder) {
  switch (message.role) {
    case 'system':
      return [{ type: 'text', speaker: 'program', text: message.text }];
    case 'user':
      return [
        { type: 'text', speaker: 'user', text: message.text },
        ...message.images.map(({ snapshotPath }) => {
          const data = readFileSync(join(folder, snapshotPath ?? '')).toString('base64');
          return /** @type {const} */ ({ type: 'image', data });
        }),
      ];
    case 'assistant':
      return [
        { type: 'text', speaker: 'assistant', text: message.text },
        ...message.calls.map(({ id, name, argumentsJson }) => {
          return /** @type {const} */ ({ type: 'call', id, name, input: JSON.parse(argumentsJson) });
        }),
      ];
    case 'tool':
      return [{ type: 'result', id: message.callId, texts: [message.output], images: [] }];
  }
}

/** What services refuse, whatever fx makes of it. @param {readonly ModelMessage[]} messages @returns {string | null} */
function refusalOf(messages) {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
  const bad = calls.find(({ id, name }) => !NAME.test(id) || !NAME.test(name));
  if (bad !== undefined) return `bad name: ${bad.id} ${bad.name}`;
  if (new Set(calls.map(({ id }) => id)).size < calls.length) return 'ids of calls must be unique';
  const images = messages.flatMap((message) => (message.role === 'user' ? message.images : []));
  if (new Set(images.map(({ id }) => `${id}`)).size < images.length) return 'ids of images must be unique';
  const blank = messages.some(
    (message) => message.role === 'user' && message.text.trim() === '' && message.images.length === 0,
  );
  return blank ? 'texts must not be blank' : null;
}
