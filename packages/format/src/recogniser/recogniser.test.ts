import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkFrame } from '../dialects/event-log-v1/check-frame.js';
import { decodeFrame } from '../dialects/event-log-v1/decode-frame.js';
import { encodeFrame } from '../dialects/event-log-v1/encode-frame.js';
import { sampleFrames } from '../dialects/event-log-v1/testing/sample-frames.js';
import { useRecogniser } from './recogniser.js';

afterEach(() => {
  vi.unstubAllGlobals();
  useRecogniser();
});

/** What the tests change of WebAssembly; TypeScript has its types only together with those of browsers. */
const wasm = globalThis as unknown as {
  readonly WebAssembly: {
    readonly CompileError: new (message: string) => Error;
    readonly Memory: { readonly prototype: { grow(pages: number): number } };
  };
};
const { CompileError, Memory } = wasm.WebAssembly;

const LINE = `{"schema_version":1,"log_generation":"${'a'.repeat(32)}","seq":6,"event_id":"${'b'.repeat(32)}","timestamp_ms":5,"kind":"recovery_checkpoint_cleared","payload":{}}\n`;

describe('useRecogniser', () => {
  it('takes WebAssembly where there is one', () => {
    expect(useRecogniser()).toBe('wasm');
  });

  it('takes JavaScript where there is no WebAssembly at all', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(useRecogniser()).toBe('javascript');
    const line = Buffer.from(LINE);
    expect(checkFrame(line, 0, line.length).isRecognised).toBe(true);
  });

  it('takes JavaScript where WebAssembly has no SIMD, or no memory', () => {
    for (const failure of [new CompileError('no SIMD'), new RangeError('no memory')]) {
      class Module {
        constructor() {
          throw failure;
        }
      }
      vi.stubGlobal('WebAssembly', { CompileError, Module });
      expect(useRecogniser()).toBe('javascript');
      vi.unstubAllGlobals();
    }
  });
});

describe('a recogniser whose memory cannot grow', () => {
  it('leaves what does not fit to the other ways', () => {
    const { grow } = Memory.prototype;
    useRecogniser();
    Memory.prototype.grow = () => {
      throw new RangeError('WebAssembly.Memory.grow(): Unable to grow instance memory');
    };
    try {
      const turn = sampleFrames().find(
        (frame) => frame.includes('"user":{"text":"') && checkFrame(frame, 0, frame.length).isRecognised,
      ) as Buffer;
      const line = Buffer.from(turn.toString().replace('"user":{"text":"', `"user":{"text":"${'x'.repeat(2_000_000)}`));
      const frame = checkFrame(line, 0, line.length);
      expect(frame.isRecognised).toBe(true);
      expect(frame.event).toEqual(decodeFrame(line));
      // Not element by element: vitest takes half a minute for that.
      expect(Buffer.from(encodeFrame(frame.event)).equals(encodeFrame(decodeFrame(line)))).toBe(true);
      const small = Buffer.from(LINE);
      expect(checkFrame(small, 0, small.length).isRecognised).toBe(true);
    } finally {
      Memory.prototype.grow = grow;
    }
  });
});
