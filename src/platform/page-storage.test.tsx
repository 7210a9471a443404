import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { localTexts, tabTexts } from './page-storage.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const texts of [localTexts, tabTexts]) for (const key of texts.keys()) texts.remove(key);
});

const fillDisk = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });

it('texts fall back to memory if the disk is full, and set() returns false', () => {
  for (const [texts, storage] of [
    [localTexts, localStorage],
    [tabTexts, sessionStorage],
  ] as const) {
    expect(texts.set('a', 'before')).toBe(true);
    const full = fillDisk();
    expect([texts.set('a', 'after'), texts.set('b', 'new')]).toEqual([false, false]);
    expect([texts.get('a'), texts.get('b'), texts.keys().toSorted()]).toEqual(['after', 'new', ['a', 'b']]);
    full.mockRestore();
    expect(texts.set('a', 'last')).toBe(true);
    expect([texts.get('a'), storage.getItem('a')]).toEqual(['last', 'last']);
    texts.remove('b');
    expect(texts.get('b')).toBe(null);
  }
});
