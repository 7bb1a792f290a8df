import { describe, expect, it } from 'vitest';
import { TraceRedactor } from './trace-redactor.js';

describe('what a bundle is redacted with', () => {
  it('replaces a home directory wherever it lies, and nothing that only begins like it', () => {
    for (const home of ['/data/people/ann', '/root', '/data/people/ann/']) {
      const redactor = new TraceRedactor(home, null);
      const path = home.replace(/\/$/, '');
      expect(redactor.text(`cd ${path}/shop; ls "${path}"`)).toBe('cd /home/user-1/shop; ls "/home/user-1"');
      expect(redactor.path(`${path}/shop`)).toBe('/home/user-1/shop');
      for (const other of [`${path}a/shop`, `/x${path}/shop`, `${path}-old`]) expect(redactor.text(other)).toBe(other);
    }
    // One in the usual place is found by its form, with its name where it stands alone.
    expect(new TraceRedactor('/home/mireille', null).text('/home/mireille/a by mireille')).toBe(
      '/home/user-1/a by user-1',
    );
  });

  it('replaces the name of the user where it stands alone, unless anybody has it', () => {
    expect(new TraceRedactor('/data/x', 'mireille').text('by mireille')).toBe('by user-1');
    expect(new TraceRedactor('/root', 'root').text('the root of the tree')).toBe('the root of the tree');
  });

  it('gives sessions whose id holds a secret another one, the same before and after it was found', () => {
    const id = `ghp_${'a1B2'.repeat(9)}`;
    const redactor = new TraceRedactor('/root', null);
    const before = redactor.sessionId(id);
    redactor.text(`token ${id}`);
    expect(before).toMatch(/^session-[0-9a-f]{16}$/);
    expect(redactor.sessionId(id)).toBe(before);
    redactor.text('session_id="1796033654423-1796033654423028904"');
    expect(redactor.sessionId('1796033654423-1796033654423028904')).toBe('1796033654423-1796033654423028904');
  });

  it('leaves out what a provider sealed, and shows no picture', () => {
    const redactor = new TraceRedactor('/root', null);
    expect(redactor.opaque()).toBeNull();
    expect(Buffer.from(redactor.image('image/png'), 'base64').subarray(1, 4).toString()).toBe('PNG');
  });
});
