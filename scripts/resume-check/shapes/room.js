// @ts-check
// Where a genuine session is made: a home and a project of its own, with what the programs find there.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { MockService } from '../mock-service.js';
import { nodeOf, TalkingProgram } from '../programs.js';

/** Where a session is made. */
export class Room {
  /** Id of the session that was made last. @type {string | null} */
  sessionId = null;
  /** Its file, where the program tells it. @type {string | null} */
  file = null;

  /** @param {import('../programs.js').Program} program @param {string} tools @param {string} folder */
  constructor(program, tools, folder) {
    this.program = program;
    this.tools = tools;
    this.home = join(folder, 'home');
    this.cwd = join(folder, 'project');
    rmSync(folder, { recursive: true, force: true });
    for (const path of [this.home, this.cwd]) mkdirSync(path, { recursive: true });
    this.write('plums.txt', 'seven plums\neight pears\nnine quinces\n');
  }

  /** Writes a file of the project. @param {string} name @param {string | Uint8Array} content @returns {string} its path */
  write(name, content) {
    const path = join(this.cwd, name);
    writeFileSync(path, content);
    return path;
  }

  /** A server of tools that the session can use; its one tool has a name that no provider takes. @returns {string[]} the command that starts it */
  toolServer() {
    return [nodeOf(this.tools), this.write('depot.cjs', TOOL_SERVER)];
  }

  /**
   * Lets the program run while somebody talks with it, against a service that answers as scripted.
   *
   * @param {readonly import('../mock-service.js').Reply[]} script
   * @param {string[]} args
   * @param {(running: TalkingProgram, service: MockService) => Promise<void>} talk
   */
  async run(script, args, talk) {
    const service = await new MockService(script).start();
    const { tools, home, cwd } = this;
    const running = new TalkingProgram(this.program, { tools, home, cwd, port: service.port }, args);
    try {
      await talk(running, service);
    } finally {
      await running.end();
      await service.close();
    }
    if (service.unused > 0) throw new Error(`${service.unused} replies were not asked for.`);
  }
}

/** A picture of one colour, as base64. @param {number} red @param {number} green @param {number} blue @returns {string} */
export function picture(red, green, blue) {
  const side = 8;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2], 8);
  const row = Buffer.from([0, ...Array.from({ length: side }, () => [red, green, blue]).flat()]);
  const rows = Buffer.concat(Array.from({ length: side }, () => row));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]).toString('base64');
}

/** @param {string} type @param {Buffer} data @returns {Buffer} */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, check]);
}

const TOOL_SERVER = `
const schema = { type: 'object', properties: { q: { type: 'string' }, n: { type: 'number' } } };
const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'depot', version: '1' },
  }),
  'tools/list': () => ({ tools: [{ name: 'look.up-item', description: 'Looks something up', inputSchema: schema }] }),
  'tools/call': (call) => ({
    content: [
      { type: 'text', text: 'The depot says: ' + JSON.stringify(call.arguments) },
      { type: 'image', data: '${picture(9, 200, 9)}', mimeType: 'image/png' },
    ],
  }),
};
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = (answers[method] ?? (() => ({})))(params);
  process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
});
`;
