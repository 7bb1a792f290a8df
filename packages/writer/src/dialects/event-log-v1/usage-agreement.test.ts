import type { UsageSnapshot } from '@fxlog/format/internal';
import { describe, expect, it } from 'vitest';
import { fixtureSession } from '../../testing/fixtures.js';
import { agreesWith } from './usage-agreement.js';

const { snapshot: written } = fixtureSession('usage-costs').json('usage-v2.json') as unknown as {
  snapshot: UsageSnapshot;
};

/** A snapshot with two models and a pending entry, upon what fx wrote. */
function snapshot(): UsageSnapshot {
  const models = ['one', 'two'].map((model) => ({ ...written.models[0], model }));
  const pending = [{ id: 'p', sequence: 1, origin: 'main', team: false, observed_at_ms: null }];
  return { ...written, models, pending } as unknown as UsageSnapshot;
}

describe('rich usage', () => {
  it('agrees with a log that says the same', () => {
    expect(agreesWith(snapshot(), snapshot())).toBe(true);
  });

  it.each<[string, (usage: UsageSnapshot) => object]>([
    ['total', () => ({ total_cost: 17 })],
    ['number of models', ({ models }) => ({ models: models.slice(1) })],
    ['model', ({ models }) => ({ models: [{ ...models[0], model: 'three' }, models[1]] })],
    ['sum of a model', ({ models }) => ({ models: [models[0], { ...models[1], output_tokens: 18 }] })],
    ['number of pending entries', () => ({ pending: [] })],
    ['pending entry', ({ pending }) => ({ pending: [{ ...pending[0], id: 'q' }] })],
  ])('does not agree when another %s is in the log', (_, change) => {
    const logged = { ...snapshot(), ...change(snapshot()) } as UsageSnapshot;
    expect(agreesWith(snapshot(), logged)).toBe(false);
  });
});
