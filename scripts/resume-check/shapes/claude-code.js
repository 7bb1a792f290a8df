// @ts-check
// Sessions that Claude Code makes.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause, until } from '../programs.js';
import { picture } from './room.js';

/** @typedef {(conversation: Conversation) => Promise<void>} Act */

class Conversation {
  #running;
  /** @param {import('../programs.js').TalkingProgram} running @param {import('../mock-service.js').MockService} service @param {string} cwd */
  constructor(running, service, cwd) {
    this.#running = running;
    this.service = service;
    this.cwd = cwd;
  }

  /** @param {string | readonly object[]} content */
  say(content) {
    this.#running.send({ type: 'user', message: { role: 'user', content } });
  }

  /** Says something and waits for the answer. @param {string | readonly object[]} content */
  async ask(content) {
    const answered = this.answer();
    this.say(content);
    await answered;
  }

  answer() {
    return this.#running.next(({ type }) => type === 'result');
  }

  /** Says something, waits until it is under way, and stops it. @param {string} content @param {() => boolean} isUnderWay */
  async stop(content, isUnderWay) {
    const answered = this.answer();
    this.say(content);
    await until(isUnderWay);
    await pause(500);
    this.#running.send({ type: 'control_request', request_id: 'stop', request: { subtype: 'interrupt' } });
    await answered;
  }

  /** Whether a command of a script has made a file. @param {string} name */
  has(name) {
    return existsSync(join(this.cwd, name));
  }
}

/**
 * @param {import('./room.js').Room} room
 * @param {readonly import('../mock-service.js').Reply[]} script
 * @param {readonly (string | readonly object[] | Act)[]} acts what is said, or done
 * @param {string[]} args
 */
async function converse(room, script, acts, args = []) {
  const streams = ['--input-format', 'stream-json', '--output-format', 'stream-json', '--verbose'];
  const rights = ['--model', 'claude-sonnet-4-5', '--dangerously-skip-permissions'];
  await room.run(script, ['-p', ...streams, ...rights, ...args], async (running, service) => {
    running.onMessage = ({ session_id }) => {
      if (session_id !== undefined) room.sessionId = session_id;
    };
    const conversation = new Conversation(running, service, room.cwd);
    for (const act of acts) await (typeof act === 'function' ? act(conversation) : conversation.ask(act));
  });
}

/** @param {string} command @returns {import('../mock-service.js').Call} */
const bash = (command) => ({ name: 'Bash', input: { command, description: 'Runs it' } });
/** @param {string} path @returns {import('../mock-service.js').Call} */
const read = (path) => ({ name: 'Read', input: { file_path: path } });
/** @param {string} value */
const text = (value) => ({ type: 'text', text: value });
/** @param {string} data */
const image = (data) => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } });

const SUMMARY =
  '<analysis>I think about it.</analysis>\n<summary>\n1. The user asked about plums: SUMMARY OF PLUMS.\n</summary>';

/** @type {Readonly<Record<string, (room: import('./room.js').Room) => Promise<void>>>} */
export const SHAPES = {
  turns: (room) =>
    converse(
      room,
      [
        { thinking: 'I greet first.', text: 'I look at the plums.', calls: [read(join(room.cwd, 'plums.txt'))] },
        { text: 'Seven plums.' },
        { text: 'Answer two.' },
        { thinking: 'A third thought.', text: 'Answer three.' },
      ],
      ['How many plums?', 'And a second question?', 'Third: bye'],
    ),
  parallel: (room) =>
    converse(
      room,
      [
        {
          text: 'Three at once.',
          calls: [bash('echo one; sleep 0.3'), bash('echo two'), read(join(room.cwd, 'plums.txt'))],
        },
        { thinking: 'Now two more.', calls: [bash('echo four'), bash('echo five')] },
        { text: 'All done.' },
      ],
      ['Run them in parallel'],
    ),
  failing: (room) =>
    converse(
      room,
      [
        { calls: [bash('echo to stdout; echo to stderr >&2; exit 3')] },
        {
          calls: [
            read('/nowhere/at/all'),
            {
              name: 'Edit',
              input: { file_path: join(room.cwd, 'plums.txt'), old_string: 'not there', new_string: 'x' },
            },
          ],
        },
        { calls: [{ name: 'NoSuchTool', input: { a: 1 } }] },
        { calls: [{ name: 'Bash', input: { wrong: true } }] },
        { text: 'Everything failed.' },
      ],
      ['Try what fails'],
    ),
  editing: (room) =>
    converse(
      room,
      [
        { calls: [read(join(room.cwd, 'plums.txt'))] },
        {
          text: 'I change it.',
          calls: [
            {
              name: 'Edit',
              input: { file_path: join(room.cwd, 'plums.txt'), old_string: 'e', new_string: 'E', replace_all: true },
            },
            { name: 'Write', input: { file_path: join(room.cwd, 'new.txt'), content: 'one\r\ntwo' } },
          ],
        },
        {
          calls: [
            { name: 'Grep', input: { pattern: 'plum', path: room.cwd, output_mode: 'content' } },
            { name: 'Glob', input: { pattern: '*.txt' } },
            { name: 'Bash', input: { command: 'echo timed', description: 'Timed', timeout: 5000 } },
          ],
        },
        { text: 'Changed and found.' },
      ],
      ['Change and search'],
    ),
  thinking: (room) =>
    converse(
      room,
      [
        {
          blocks: [
            { type: 'thinking', thinking: 'A first deep thought ✓', signature: 'RXNpZ25hdHVyZU9uZQ==' },
            { type: 'redacted_thinking', data: 'cmVkYWN0ZWQtYmxvYg==' },
            text('I think aloud.'),
            { type: 'tool_use', id: 'toolu_thought', ...bash('echo thought') },
          ],
        },
        {
          blocks: [
            { type: 'thinking', thinking: 'A second thought after the tool', signature: 'RXNpZ25hdHVyZVR3bw==' },
            text('It echoed.'),
          ],
        },
        {
          blocks: [
            text('Interleaved one.'),
            { type: 'thinking', thinking: 'Between texts', signature: 'c2lnMw==' },
            text('Interleaved two.'),
          ],
        },
      ],
      ['Think hard', 'Again'],
      ['--effort', 'high'],
    ),
  images(room) {
    const blue = room.write('blue.png', Buffer.from(picture(0, 0, 255), 'base64'));
    return converse(
      room,
      [{ text: 'A red square.' }, { calls: [read(blue)] }, { text: 'Blue.' }, { text: 'Two.' }],
      [
        [text('What is this?'), image(picture(255, 0, 0))],
        'Read blue.png',
        [image(picture(1, 2, 3)), text('between'), image(picture(4, 5, 6)), text('after')],
      ],
    );
  },
  interrupted: (room) =>
    converse(
      room,
      [
        { text: 'Before it all.' },
        { thinking: 'A partial thought', text: 'I was just about to sa', isOpen: true },
        { text: 'After the interruption.' },
        { text: 'A long one.', calls: [bash('echo go > started; sleep 30; echo never')] },
        { text: 'I see that you stopped it.' },
      ],
      [
        'First',
        (talk) => talk.stop('Say something long', () => talk.service.open > 0),
        'Go on after the interruption',
        (talk) => talk.stop('Run something long', () => talk.has('started')),
        'What happened?',
      ],
    ),
  'interrupted-parallel': (room) =>
    converse(
      room,
      [
        { text: 'Two long ones.', calls: [bash('echo quick'), bash('echo go > started; tail -f /dev/null')] },
        { text: 'I see that you stopped it.' },
      ],
      [(talk) => talk.stop('Run something long', () => talk.has('started')), 'What happened?'],
    ),
  compacted: (room) =>
    converse(
      room,
      [
        { for: 'detailed summary', text: SUMMARY },
        { text: 'One.', calls: [bash('echo before-compaction')] },
        { text: 'Echoed before.' },
        { text: 'Two before.' },
        { text: 'After the compaction.', calls: [bash('echo after-compaction')] },
        { text: 'Done after.' },
      ],
      ['Q1 before', 'Q2 before', '/compact keep the plums', 'Q3 after'],
    ),
  resumed: async (room) => {
    const first = { text: 'An answer of the first run.', calls: [bash('echo first-run')] };
    await converse(room, [first, { text: 'The first run ends.' }], ['A question of the first run']);
    const script = [{ text: 'An answer of the second run.' }, { text: 'And another.' }];
    await converse(room, script, ['A question of the second run', 'And more'], ['--resume', `${room.sessionId}`]);
  },
  forked: async (room) => {
    const first = { text: 'The answer at the root.', calls: [bash('echo root')] };
    await converse(room, [first, { text: 'The root ends.' }], ['The question at the root']);
    const args = ['--resume', `${room.sessionId}`, '--fork-session'];
    await converse(room, [{ text: 'The answer of the fork.' }], ['The question of the fork'], args);
  },
  branched: async (room) => {
    const script = [
      { text: 'The answer at the root.' },
      { text: 'An answer of the old branch.', calls: [bash('echo old-branch')] },
      { text: 'The old branch ends.' },
    ];
    await converse(room, script, ['The question at the root', 'A question of the old branch']);
    const path = join(room.home, '.claude/projects', room.cwd.replace(/[^A-Za-z0-9]/g, '-'), `${room.sessionId}.jsonl`);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    const at = lines.map((line) => JSON.parse(line)).find(({ type }) => type === 'assistant').uuid;
    const args = ['--resume', `${room.sessionId}`, '--resume-session-at', at];
    await converse(room, [{ text: 'The answer of the new branch.' }], ['A question of the new branch'], args);
  },
  subagent: (room) =>
    converse(
      room,
      [
        { for: 'You are a counting agent', text: 'The helper looks.', calls: [bash('echo INSIDE-THE-HELPER')] },
        { for: 'INSIDE-THE-HELPER', text: 'The helper says that there are three.' },
        {
          text: 'I ask a helper.',
          calls: [
            {
              name: 'Agent',
              input: {
                description: 'count',
                prompt: 'You are a counting agent: count lines',
                subagent_type: 'general-purpose',
                run_in_background: false,
              },
            },
          ],
        },
        { text: 'There are three.' },
      ],
      ['Use a helper'],
    ),
  mcp(room) {
    const [command, ...args] = room.toolServer();
    const config = room.write('mcp.json', JSON.stringify({ mcpServers: { depot: { command, args } } }));
    return converse(
      room,
      [
        { text: 'I ask the depot.', calls: [{ name: 'mcp__depot__look_up-item', input: { q: 'plum', n: 2 } }] },
        { text: 'The depot answered.' },
      ],
      ['Ask the depot'],
      ['--mcp-config', config],
    );
  },
  unicode: (room) =>
    converse(
      room,
      [
        {
          text: 'Grüße 🍇 العربية \u202e rtl \u0007 bell \u001b[31mred\u001b[0m e\u0301 \u2028 line',
          calls: [
            {
              name: 'Bash',
              input: { command: 'printf "\\x1b[32mgreen\\x1b[0m \\xff\\xfe 日本 🍑\\n"', description: 'ünï' },
            },
            { name: 'Write', input: { file_path: join(room.cwd, 'ü 🍑.txt'), content: 'zeile\r\nzwei\u0000null\n' } },
          ],
        },
        { text: '完成 \u{1f600}' },
      ],
      ['Frage: 🍑 \u{1F468}\u200D\u{1F469}\u200D\u{1F467} ‮‮ tab\tnewline\nzweite Zeile  '],
    ),
  queued: (room) =>
    converse(
      room,
      [
        { text: 'I work.', calls: [bash('echo go > started; node -e "setTimeout(() => 0, 3000)"')] },
        { text: 'I saw what you said meanwhile.' },
        { text: 'And the last one.' },
      ],
      [
        async (talk) => {
          const answered = talk.answer();
          talk.say('Start the slow thing');
          await until(() => talk.has('started'));
          talk.say('QUEUED: count the pears, too');
          await answered;
          await pause(1500);
        },
        'The last question',
      ],
    ),
  mentions: (room) =>
    converse(
      room,
      [{ text: 'It has plums.' }, { text: 'Certainly.' }],
      ['Look at @plums.txt please', '/cost', 'A second one'],
    ),
  'long-outputs'(room) {
    const lines = Array.from({ length: 1500 }, (_, at) => `line ${at} of the long file`);
    const long = room.write('long.txt', lines.join('\n'));
    return converse(
      room,
      [
        { calls: [bash('seq 1 60000')] },
        { calls: [bash('head -c 25000 /dev/zero | tr "\\0" x')] },
        { calls: [read(long)] },
        { text: 'Long indeed.' },
      ],
      ['Print much'],
    );
  },
};
