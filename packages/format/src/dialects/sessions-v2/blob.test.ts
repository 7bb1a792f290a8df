import { describe, expect, it } from 'vitest';
import { blobOfHandle, blobReference, nameOfBlob, readBlob, readMovedFiles, referencedBlob } from './blob.js';

const fruit = Buffer.from('apples\npears\nplums\n');
const name = 'eb00217d2131c9abd4520882eff2fcc15a5158081c94a91a15e69a8bfe025574';

describe('a blob', () => {
  it('is named by the SHA-256 of its bytes', () => {
    expect(nameOfBlob(fruit)).toBe(name);
    expect(readBlob(name, () => fruit)).toBe(fruit);
  });

  it('that is not there, has other bytes or an impossible name is told apart', () => {
    expect(readBlob(name, () => null)).toBe('missing');
    expect(readBlob(name, () => Buffer.from('rotten'))).toBe('altered');
    const asked: string[] = [];
    const read = (blob: string) => {
      asked.push(blob);
      return null;
    };
    for (const bad of ['../log.jsonl', name.toUpperCase(), name.slice(1), '', Uint8Array.of(0xff)]) {
      expect(readBlob(bad, read)).toBe('name');
    }
    expect(asked).toEqual([]);
  });

  it('is referred to by exactly these bytes', () => {
    expect(referencedBlob(blobReference(name))).toBe(name);
    for (const data of [
      `{ "$blob":"${name}"}`,
      `{"$blob":"${name}","x":1}`,
      `{"$blob":"${name.toUpperCase()}"}`,
      '{}',
    ]) {
      expect(referencedBlob(Buffer.from(data))).toBeNull();
    }
  });
});

describe('files that were moved into blobs', () => {
  const map = Buffer.from(JSON.stringify({ 'tool-results/result-a.txt': name, 'images/x.png': 7 }));
  const blobs = new Map([[nameOfBlob(map), map]]);
  const read = (blob: string) => blobs.get(blob) ?? null;
  const value = Buffer.from(`{"map":"${nameOfBlob(map)}"}`);

  it('are found by their old names, and newer ones by their hash', () => {
    const moved = readMovedFiles(value, read);
    if (typeof moved === 'string') throw new Error(moved);
    expect(blobOfHandle('result-a.txt', 'tool-results', moved)).toBe(name);
    expect(blobOfHandle('result-a.txt', 'images', moved)).toBeNull();
    expect(blobOfHandle(`${name}.txt`, 'tool-results', moved)).toBe(name);
    expect(blobOfHandle(`../${name}.txt`, 'tool-results', moved)).toBeNull();
  });

  it('are told of when their map is missing or none', () => {
    expect(readMovedFiles(value, () => null)).toBe('missing');
    expect(readMovedFiles(Buffer.from('null'), read)).toBe('altered');
    expect(readMovedFiles(Buffer.from('{"map":"x"}'), read)).toBe('name');
    expect(readMovedFiles(Buffer.from('{}'), read)).toBe('altered');
  });
});
