// @ts-check
// Sessions that Pi makes, driven through its RPC mode.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pause, until } from '../programs.js';
import { picture } from './room.js';

class Conversation {
  #running;
  #count = 0;
  #room;

  /** @param {import('../programs.js').TalkingProgram} running @param {import('../mock-service.js').MockService} service @param {import('./room.js').Room} room */
  constructor(running, service, room) {
    this.#running = running;
    this.service = service;
    this.#room = room;
  }

  /** @param {string} type @param {object} [params] @returns {Promise<any>} */
  async call(type, params = {}) {
    const id = `q${++this.#count}`;
    const answered = this.#running.next((message) => message.type === 'response' && message.id === id);
    this.#running.send({ id, type, ...params });
    const { success, data, error } = await answered;
    if (success !== true) throw new Error(`${type}: ${error}`);
    return data;
  }

  /** The moment at which nothing runs any more. */
  settled() {
    return this.#running.next(({ type }) => type === 'agent_settled');
  }

  /** @param {string} message @param {object} [params] */
  async ask(message, params = {}) {
    const settled = this.settled();
    await this.call('prompt', { message, ...params });
    await settled;
  }

  /** Says something, waits until it is under way, and stops it. @param {string} message @param {() => boolean} isUnderWay */
  async stop(message, isUnderWay) {
    const settled = this.settled();
    await this.call('prompt', { message });
    await until(isUnderWay);
    await pause(500);
    await this.call('abort');
    await settled;
  }

  /** Whether a command of a script has made a file. @param {string} name */
  has(name) {
    return existsSync(join(this.#room.cwd, name));
  }
}

/**
 * @param {import('./room.js').Room} room
 * @param {readonly import('../mock-service.js').Reply[]} script
 * @param {(conversation: Conversation) => Promise<void>} act
 * @param {string[]} args
 */
function converse(room, script, act, args = []) {
  const model = ['--model', 'anthropic/claude-sonnet-4-5'];
  return room.run(script, ['--mode', 'rpc', ...model, ...args], async (running, service) => {
    const conversation = new Conversation(running, service, room);
    await act(conversation);
    const { sessionId, sessionFile } = await conversation.call('get_state');
    room.sessionId = sessionId;
    room.file = sessionFile;
  });
}

/** @param {string} command @returns {import('../mock-service.js').Call} */
const bash = (command) => ({ name: 'bash', input: { command } });
/** @param {readonly [string, string][]} edits @returns {import('../mock-service.js').Call} */
const edit = (...edits) => ({
  name: 'edit',
  input: { path: 'plums.txt', edits: edits.map(([oldText, newText]) => ({ oldText, newText })) },
});
/** @param {string} data */
const image = (data) => ({ type: 'image', data, mimeType: 'image/png' });

/** @type {Readonly<Record<string, (room: import('./room.js').Room) => Promise<void>>>} */
export const SHAPES = {
  turns: (room) =>
    converse(
      room,
      [
        { thinking: 'I look first.', text: 'I look.', calls: [{ name: 'read', input: { path: 'plums.txt' } }] },
        { text: 'Seven.' },
        {
          text: 'Now in parallel',
          calls: [
            bash('sleep 0.4; echo one'),
            bash('echo two; exit 2'),
            edit(['seven', 'ten'], ['eight', 'ZZ']),
            edit(['absent', 'x']),
          ],
        },
        { thinking: 'And after.', text: 'Some failed.' },
        {
          calls: [
            { name: 'nosuch', input: { a: 1 } },
            { name: 'write', input: { path: 'ü.txt', content: 'a\r\nb' } },
          ],
        },
        { text: 'The end.' },
      ],
      async (talk) => {
        await talk.ask('How many?');
        await talk.ask('In parallel');
        await talk.ask('Fail');
        await talk.call('set_session_name', { name: 'Pflaumen – 🍑' });
      },
      ['--thinking', 'high'],
    ),
  images: (room) => {
    room.write('blue.png', Buffer.from(picture(0, 0, 255), 'base64'));
    return converse(
      room,
      [{ text: 'Red.' }, { calls: [{ name: 'read', input: { path: 'blue.png' } }] }, { text: 'Blue.' }],
      async (talk) => {
        await talk.ask('What is it?', { images: [image(picture(255, 0, 0)), image(picture(1, 2, 3))] });
        await talk.ask('Read blue.png');
      },
    );
  },
  interrupted: (room) =>
    converse(
      room,
      [
        { text: 'Before.' },
        { thinking: 'A partial thought', text: 'I was about to sa', isOpen: true },
        { text: 'After.' },
        { text: 'A long one', calls: [bash('echo go > started; sleep 30; echo never')] },
        { text: 'Seen.' },
        { text: 'I see your shell' },
      ],
      async (talk) => {
        await talk.ask('First');
        await talk.stop('Say something long', () => talk.service.open > 0);
        await talk.ask('Go on');
        await talk.stop('Run something long', () => talk.has('started'));
        await talk.ask('What happened?');
        await talk.call('bash', { command: 'echo from-the-shell-of-the-user; exit 4' });
        await talk.ask('Do you see my shell?');
      },
    ),
  compacted: (room) =>
    converse(
      room,
      [
        { text: 'One.', calls: [bash('echo before-compaction')] },
        { text: `Echoed ${'long text '.repeat(4000)}` },
        { text: `Two ${'more text '.repeat(9000)}` },
        { for: 'summar', text: 'SUMMARY OF PLUMS by Pi' },
        { for: 'summar', text: 'SUMMARY OF WHAT CAME BEFORE by Pi' },
        { text: 'After.', calls: [bash('echo after-compaction')] },
        { text: 'Done after.' },
      ],
      async (talk) => {
        await talk.ask('Q1 before');
        await talk.ask('Q2 before');
        await talk.call('compact', { customInstructions: 'plums' });
        await talk.ask('Q3 after');
      },
    ),
  forked: (room) =>
    converse(
      room,
      [
        { text: 'The root.', calls: [bash('echo root')] },
        { text: 'The root ends.' },
        { text: 'A second answer at the root.' },
        { text: 'The answer of the fork.' },
      ],
      async (talk) => {
        await talk.ask('The question at the root');
        await talk.ask('A second question at the root');
        const { messages } = await talk.call('get_fork_messages');
        await talk.call('fork', { entryId: messages.at(-1).entryId });
        await talk.ask('The question of the fork');
      },
    ),
  models: (room) =>
    converse(
      room,
      [
        { thinking: 'A thought of Anthropic', text: 'From Anthropic.', calls: [bash('echo claude')] },
        { text: 'Anthropic ends.' },
        { thinking: 'A thought of OpenAI', text: 'From OpenAI.', calls: [bash('echo gpt')] },
        { text: 'OpenAI ends.' },
      ],
      async (talk) => {
        await talk.ask('Ask Claude');
        await talk.call('set_model', { provider: 'openai', modelId: 'gpt-5' });
        await talk.ask('Ask GPT');
      },
      ['--thinking', 'high'],
    ),
  resumed: async (room) => {
    const script = [{ text: 'First.', calls: [bash('seq 1 30000')] }, { text: 'First ends 🍑 \u2028 \u202e.' }];
    await converse(room, script, (talk) => talk.ask('A question of the first run 日本'));
    await converse(
      room,
      [
        { text: 'Second.', calls: [bash('echo go > started; sleep 2; echo slow')] },
        { text: 'Steered.' },
        { text: 'Followed.' },
      ],
      async (talk) => {
        const settled = talk.settled();
        await talk.call('prompt', { message: 'A question of the second run' });
        await until(() => talk.has('started'));
        await talk.call('steer', { message: 'Steer me' });
        await talk.call('follow_up', { message: 'Follow up' });
        await settled;
      },
      ['--session', `${room.sessionId}`],
    );
  },
};
