// @ts-check
// Sessions that Codex makes, driven through its app server.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause, until } from '../programs.js';
import { picture } from './room.js';

/** One thread of Codex. */
class Thread {
  #running;
  #count = 0;
  #room;

  /** @param {import('../programs.js').TalkingProgram} running @param {import('../mock-service.js').MockService} service @param {import('./room.js').Room} room */
  constructor(running, service, room) {
    this.#running = running;
    this.service = service;
    this.#room = room;
    this.turnId = '';
    running.onMessage = ({ method, id }) => {
      // Whatever it asks leave for, it has it.
      if (method !== undefined && id !== undefined) running.send({ id, result: { decision: 'accept' } });
    };
  }

  /** @param {string} method @param {object} params @returns {Promise<any>} */
  async call(method, params) {
    const id = ++this.#count;
    const answered = this.#running.next((message) => message.id === id && message.method === undefined);
    this.#running.send({ id, method, params });
    const { result, error } = await answered;
    if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
    return result;
  }

  async open() {
    const clientInfo = { name: 'resume-check', title: 'resume-check', version: '1' };
    await this.call('initialize', { clientInfo, capabilities: { experimentalApi: true } });
    this.#running.send({ method: 'initialized' });
  }

  get #rights() {
    return { cwd: this.#room.cwd, approvalPolicy: 'never', sandbox: 'danger-full-access' };
  }

  async start() {
    const { thread } = await this.call('thread/start', this.#rights);
    this.#room.sessionId = thread.id;
  }

  async goOn() {
    await this.call('thread/resume', { threadId: this.#room.sessionId, ...this.#rights });
  }

  /** @param {string} lastTurnId */
  async fork(lastTurnId) {
    const { thread } = await this.call('thread/fork', { threadId: this.#room.sessionId, lastTurnId, ...this.#rights });
    this.#room.sessionId = thread.id;
  }

  /** What belongs to the thread. @param {string} method @param {object} [params] @returns {Promise<any>} */
  tell(method, params = {}) {
    return this.call(method, { threadId: this.#room.sessionId, ...params });
  }

  /** The end of the turn that runs. */
  end() {
    return this.#running.next(({ method }) => method === 'turn/completed');
  }

  /** @param {string | readonly object[]} said @param {object} [params] */
  async say(said, params = {}) {
    const input = typeof said === 'string' ? [text(said)] : said;
    const { turn } = await this.tell('turn/start', { input, ...params });
    this.turnId = turn.id;
  }

  /** @param {string | readonly object[]} said @param {object} [params] */
  async ask(said, params) {
    const ended = this.end();
    await this.say(said, params);
    await ended;
  }

  /** Says something, waits until it is under way, and stops it. @param {string} said @param {() => boolean} isUnderWay */
  async stop(said, isUnderWay) {
    const ended = this.end();
    await this.say(said);
    await until(isUnderWay);
    await pause(500);
    await this.tell('turn/interrupt', { turnId: this.turnId });
    await ended;
  }

  /** Whether a command of a script has made a file. @param {string} name */
  has(name) {
    return existsSync(join(this.#room.cwd, name));
  }
}

/**
 * @param {import('./room.js').Room} room
 * @param {readonly import('../mock-service.js').Reply[]} script
 * @param {(thread: Thread) => Promise<void>} act
 */
function converse(room, script, act) {
  return room.run(script, ['app-server'], async (running, service) => {
    const thread = new Thread(running, service, room);
    await thread.open();
    if (room.sessionId === null) await thread.start();
    else await thread.goOn();
    await act(thread);
  });
}

/** @param {string} cmd @param {object} [options] @returns {import('../mock-service.js').Call} */
const exec = (cmd, options = {}) => ({ name: 'exec_command', input: { cmd, ...options } });
/** @param {readonly string[]} lines @returns {import('../mock-service.js').Call} */
const patch = (...lines) => ({
  name: 'apply_patch',
  input: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n'),
});
/** @param {string} value */
const text = (value) => ({ type: 'text', text: value, text_elements: [] });
/** @param {string} data */
const image = (data) => ({ type: 'image', url: `data:image/png;base64,${data}` });

/** @type {Readonly<Record<string, (room: import('./room.js').Room) => Promise<void>>>} */
export const SHAPES = {
  turns: (room) =>
    converse(
      room,
      [
        { thinking: 'I look first.', text: 'I look at the plums.', calls: [exec('cat plums.txt')] },
        { text: 'Seven plums.' },
        { text: 'Two.' },
        {
          thinking: 'A third thought.',
          calls: [
            patch('*** Add File: new.txt', '+hello', '*** Update File: plums.txt', '@@', '-seven plums', '+ten plums'),
          ],
        },
        { text: 'Patched.' },
      ],
      async (thread) => {
        await thread.ask('How many plums?');
        await thread.ask('A second question?');
        await thread.ask('Patch it', { model: 'gpt-5-codex' });
      },
    ),
  parallel: (room) => {
    const blue = room.write('blue.png', Buffer.from(picture(0, 0, 255), 'base64'));
    return converse(
      room,
      [
        {
          thinking: 'Both.',
          text: 'In parallel.',
          calls: [exec('sleep 0.5; echo one'), exec('echo two'), exec('echo three')],
        },
        {
          calls: [
            exec('exit 3'),
            patch('*** Update File: missing.txt', '@@', '-a', '+b'),
            { name: 'nosuchtool', input: { a: 1 } },
            { name: 'exec_command', input: { wrong: 1 } },
          ],
        },
        { text: 'Some failed.' },
        {
          calls: [
            { name: 'update_plan', input: { plan: [{ step: 'pick', status: 'in_progress' }] } },
            { name: 'view_image', input: { path: blue } },
          ],
        },
        { text: 'Seen.' },
      ],
      async (thread) => {
        await thread.ask('Run them in parallel');
        await thread.ask('Plan and view');
      },
    );
  },
  images: (room) => {
    const blue = room.write('blue.png', Buffer.from(picture(0, 0, 255), 'base64'));
    return converse(room, [{ text: 'Red.' }, { text: 'Both.' }, { text: 'A local one.' }], async (thread) => {
      await thread.ask([text('What is it?'), image(picture(255, 0, 0))]);
      await thread.ask([image(picture(1, 2, 3)), text('between'), image(picture(4, 5, 6)), text('after')]);
      await thread.ask([text('One of this disk'), { type: 'localImage', path: blue }]);
    });
  },
  interrupted: (room) =>
    converse(
      room,
      [
        { text: 'Before.' },
        { text: 'I was about to sa', isOpen: true },
        { text: 'After the interruption.' },
        { text: 'A long run.', calls: [exec('echo go > started; sleep 40; echo never', { yield_time_ms: 30_000 })] },
        { text: 'You stopped it.' },
      ],
      async (thread) => {
        await thread.ask('First');
        await thread.stop('Say something long', () => thread.service.open > 0);
        await thread.ask('Go on');
        await thread.stop('Run something long', () => thread.has('started'));
        await thread.ask('What happened?');
      },
    ),
  compacted: (room) =>
    converse(
      room,
      [
        { text: 'One.', calls: [exec('echo before-compaction')] },
        { text: 'Echoed before.' },
        { text: 'Two before.' },
        { text: 'SUMMARY OF PLUMS: the user asked about plums.' },
        { text: 'After the compaction.', calls: [exec('echo after-compaction')] },
        { text: 'Done after.' },
      ],
      async (thread) => {
        await thread.ask('Q1 before');
        await thread.ask('Q2 before');
        const ended = thread.end();
        await thread.tell('thread/compact/start');
        await ended;
        await thread.ask('Q3 after');
      },
    ),
  forked: (room) =>
    converse(
      room,
      [
        { text: 'The root.', calls: [exec('echo root')] },
        { text: 'The root ends.' },
        { text: 'A second answer at the root.' },
        { text: 'The answer of the fork.' },
      ],
      async (thread) => {
        await thread.ask('The question at the root');
        const first = thread.turnId;
        await thread.ask('A second question at the root, not in the fork');
        await thread.fork(first);
        await thread.ask('The question of the fork');
      },
    ),
  reverted: (room) =>
    converse(
      room,
      [
        { text: 'A1.' },
        { text: 'A2, taken back.', calls: [exec('echo taken-back')] },
        { text: 'A2 ends, taken back.' },
        { text: 'A3 stays.' },
      ],
      async (thread) => {
        await thread.ask('Q1');
        await thread.ask('Q2, taken back');
        await thread.tell('thread/revert', { beforeTurnId: thread.turnId });
        await thread.ask('Q3');
      },
    ),
  resumed: async (room) => {
    const first = { text: 'The first run.', calls: [exec('echo first-run')] };
    await converse(room, [first, { text: 'The first run ends.' }], (thread) =>
      thread.ask('A question of the first run'),
    );
    await converse(room, [{ text: 'The second run.' }, { text: 'I see your shell.' }], async (thread) => {
      await thread.ask('A question of the second run');
      const ended = thread.end();
      await thread.tell('thread/shellCommand', { command: 'echo from-the-shell-of-the-user' });
      await ended;
      await thread.ask('Do you see my shell?');
    });
  },
  unicode: (room) =>
    converse(
      room,
      [
        {
          text: 'Grüße 🍇 \u202e rtl \u001b[31mred\u001b[0m \u2028 x',
          calls: [
            exec('printf "\\x1b[32mgreen\\x1b[0m \\xff\\xfe 日本\\n"'),
            exec('seq 1 60000', { max_output_tokens: 20_000 }),
          ],
        },
        { text: '完成 😀' },
        { text: 'They are read at the start.' },
      ],
      async (thread) => {
        await thread.ask('Frage: 🍑 \u{1F468}\u200D\u{1F469}\u200D\u{1F467} tab\tnewline\nzweite Zeile  ');
        await thread.tell('thread/name/set', { name: 'Obst – 🍑' });
        await thread.ask('# AGENTS.md instructions are what I ask about: explain');
      },
    ),
  mcp: (room) => {
    const [command, ...args] = room.toolServer();
    const lines = ['[mcp_servers.depot]', `command = ${JSON.stringify(command)}`, `args = ${JSON.stringify(args)}`, ''];
    mkdirSync(join(room.home, '.codex'), { recursive: true });
    writeFileSync(join(room.home, '.codex/servers.toml'), lines.join('\n'));
    return converse(
      room,
      [
        {
          text: 'I ask the depot.',
          calls: [
            { name: 'look.up-item', namespace: 'mcp__depot', input: { q: 'plum', n: 2 } },
            { name: 'look_up_item', namespace: 'mcp__depot', input: { q: 'pear', n: 3 } },
          ],
        },
        { text: 'The depot answered.' },
        { text: 'More.' },
      ],
      async (thread) => {
        await thread.ask('Ask the depot');
        await thread.ask('Once more');
      },
    );
  },
  instructions: (room) => {
    room.write('AGENTS.md', 'Always count plums.\n');
    return converse(room, [{ text: 'I have read them.' }], (thread) => thread.ask('Hello there'));
  },
  steered: (room) =>
    converse(
      room,
      [{ text: 'I work.', calls: [exec('echo go > started; sleep 2; echo slow')] }, { text: 'Steered.' }],
      async (thread) => {
        const ended = thread.end();
        await thread.say('Start the slow thing');
        await until(() => thread.has('started'));
        const input = [text('Rather do the other thing')];
        await thread.tell('turn/steer', { expectedTurnId: thread.turnId, input });
        await ended;
      },
    ),
};
