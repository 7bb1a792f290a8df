import { describe, expect, it } from 'vitest';
import { loadSchemas } from '../../../scripts/load-schemas.mjs';
import { compileProgram } from '../../../scripts/program.mjs';
import { JavaScriptMatcher } from '../../recogniser/javascript.js';
import { checkFrame } from './check-frame.js';
import * as hooks from './recogniser-hooks.js';
import { sampleFrames } from './testing/sample-frames.js';

type Schema = Record<string, unknown> & {
  readonly bounds?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $defs?: Record<string, Schema>;
};
type Schemas = Map<string, Schema>;

const definitionsIn = (schemas: Schemas): Record<string, Schema> => schemas.get('definitions')?.$defs ?? {};
const member = (schema: Schema | undefined, key: string): Schema => schema?.properties?.[key] ?? {};

/** The recogniser that the schemas would give if one of them were another. */
function matcherAfter(change: (schemas: Schemas) => void): JavaScriptMatcher {
  const schemas: Schemas = structuredClone(loadSchemas());
  change(schemas);
  const { program, literals } = compileProgram((name: string) => schemas.get(name));
  return new JavaScriptMatcher({
    program: Int32Array.from(program),
    literals: Uint8Array.from(literals),
    wasm: '',
    hooks,
  });
}

const { roots } = compileProgram((name: string) => loadSchemas().get(name));

const LONG = 'x'.repeat(20);
const identifier = 'a'.repeat(32);
const started = (members: Readonly<Record<string, string>>) => {
  const { id, root, language, model, effort } = {
    id: 's',
    root: '/',
    language: 'en',
    model: 'm',
    effort: 'low',
    ...members,
  };
  return `{"schema_version":1,"log_generation":"${identifier}","seq":1,"event_id":"${identifier}","timestamp_ms":1,"kind":"session_started","payload":{"id":"${id}","created_at_ms":1,"origin_workspace_root":"${root}","workspace_root":"${root}","conversation_language":"${language}","preferences":{"model":"${model}","effort":"${effort}","fast_mode":false,"provider":"gateway"}}}\n`;
};

function recognises(matcher: JavaScriptMatcher, line: string | Buffer): boolean {
  matcher.load(Buffer.from(line));
  return matcher.matchFrames(roots.frame as number, 0) === 1 && matcher.tag(0) >= 0;
}

describe('the recogniser', () => {
  it.each([
    ['a session id', 'sessionId', { id: LONG }, { pattern: '^(?!\\.{1,2}$)[A-Za-z0-9._-]{1,10}$' }],
    ['a workspace root', 'workspaceRoot', { root: `/${LONG}` }, { maxBytes: 10 }],
    ['a language', 'language', { language: LONG }, { maxBytes: 10 }],
    ['a model', 'model', { model: LONG }, { maxBytes: 10 }],
  ])('takes how long %s may be from its schema', (_, name, members, limit) => {
    const line = started(members);
    expect(checkFrame(Buffer.from(line), 0, line.length).isRecognised).toBe(true);
    const isAsBefore = recognises(
      matcherAfter(() => undefined),
      line,
    );
    const tightened = matcherAfter((schemas) => {
      const definition = definitionsIn(schemas)[name] as Schema;
      Object.assign(definition.bounds ?? definition, limit);
    });
    expect([isAsBefore, recognises(tightened, line), recognises(tightened, started({}))]).toEqual([true, false, true]);
  });

  it('takes the least and the greatest number from the schemas', () => {
    const line = started({});
    const tightened = (limit: Schema) =>
      matcherAfter((schemas) => {
        Object.assign(member(schemas.get('event/envelope'), 'seq'), { bounds: undefined }, limit);
      });
    expect(recognises(tightened({ minimum: 1 }), line)).toBe(true);
    expect(recognises(tightened({ minimum: 2 }), line)).toBe(false);
    expect(recognises(tightened({ minimum: 1, maximum: 1 }), line)).toBe(true);
    expect(recognises(tightened({ minimum: 1, maximum: 1 }), line.replace('"seq":1', '"seq":2'))).toBe(false);
  });

  it('takes the length of lists from the schemas', () => {
    const withModels = sampleFrames().find((frame) => {
      const isRecognised = checkFrame(frame, 0, frame.length).isRecognised;
      return isRecognised && /"models":\[\{[^[]*\},\{/.test(frame.toString());
    }) as Buffer;
    const tightened = matcherAfter((schemas) => {
      Object.assign(member(definitionsIn(schemas).plainUsage, 'models'), { maxItems: 1 });
    });
    expect([
      recognises(
        matcherAfter(() => undefined),
        withModels,
      ),
      recognises(tightened, withModels),
    ]).toEqual([true, false]);
  });

  it('cannot be made for a pattern that it does not know, or for lists that it has no room for', () => {
    const setting = (name: string, change: Schema) => () =>
      matcherAfter((schemas) => {
        const { bounds, ...definition } = definitionsIn(schemas)[name] as Schema;
        definitionsIn(schemas)[name] = { ...definition, ...(bounds ?? {}), ...change };
      });
    expect(setting('language', { pattern: '^[a-z]+$' })).toThrow(/knows no text/);
    expect(() =>
      matcherAfter((schemas) => {
        Object.assign(member(definitionsIn(schemas).plainUsage, 'pending'), { maxItems: 17 });
      }),
    ).toThrow(/no room/);
  });
});
