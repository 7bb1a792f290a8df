import { readFrames } from '@fxlog/reader';
import { type Codec, type Message, splitMeta, type TextBlock, timeFromMs } from '../index.js';

const LINE = /^(me|bot): (.*)$/;

/** Chats as text: one message a line, `me: …` or `bot: …`. */
export const chatCodec: Codec = {
  name: 'chat',
  title: 'Chat as text',
  extension: '.chat',

  detect: (prefix) => LINE.test(Buffer.from(prefix).toString().split('\n')[0] ?? ''),

  async *decode(source, { report, signal }) {
    const timestamp = timeFromMs(0);
    yield [{ type: 'meta', meta: { id: '', timestamp } }];
    for await (const frames of readFrames(source, { mode: 'lenient', signal })) {
      for (const { bytes, offset, line } of frames) {
        const [, who, text = ''] = LINE.exec(Buffer.from(bytes).toString().trimEnd()) ?? [];
        const message: Message = {
          role: who === 'me' ? 'user' : 'assistant',
          content: [{ type: 'text', text }],
          timestamp,
        };
        if (who !== undefined) yield [{ type: 'message', message, source: { offset, line } }];
        else report({ code: 'bad-line', where: { offset, line }, detail: 'Neither me nor bot.' });
      }
    }
  },

  async *encode(items, { report }) {
    const { meta, rest } = await splitMeta(items);
    if (meta.title !== undefined) report({ code: 'title-dropped', where: {}, detail: meta.title });
    let index = 0;
    for await (const batch of rest) {
      for (const item of batch) {
        if (item.type !== 'message') continue;
        const { role, content } = item.message;
        const texts = content.filter((block): block is TextBlock => block.type === 'text');
        const lost = content.length - texts.length;
        if (lost > 0) {
          const where = { message: index };
          report({ code: 'dropped-block', where, detail: 'Only text fits into a chat.', count: lost });
        }
        const text = texts.map((block) => block.text).join(' ');
        yield { file: null, bytes: Buffer.from(`${role === 'user' ? 'me' : 'bot'}: ${text.replace(/\s+/g, ' ')}\n`) };
        index++;
      }
    }
  },
};
