import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findRule, RULES } from './index.js';

describe('the rule catalogue', () => {
  it('has every id once', () => {
    const ids = RULES.map((rule) => rule.id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('has every rule that a schema names', () => {
    const schemas = new URL('../../../../schemas/', import.meta.url);
    for (const file of readdirSync(schemas, { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.json')) continue;
      for (const [, id] of readFileSync(new URL(file, schemas), 'utf8').matchAll(/"rule": "([^"]+)"/g)) {
        expect(findRule(id ?? '')?.id).toBe(id);
      }
    }
  });

  it('says of every rule what it is, why, and what to do', () => {
    for (const rule of RULES) {
      expect(rule.id).toMatch(/^[a-z][a-z0-9-]*\/[a-z][a-z0-9-]*$/);
      expect(rule.title).not.toMatch(/\.$/);
      expect(rule.explain, rule.id).toMatch(/\.$/);
      expect(rule.remedy, rule.id).toMatch(/\.$/);
    }
  });
});
