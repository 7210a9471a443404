import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCloseSearch } from './close-search.ts';
import { isClose, allowsTypo } from './close-word.ts';

interface Entry {
  text: string;
  words: readonly string[] | null;
}
const entry = (text: string): Entry => ({ text, words: null });
const many = (count: number) => Array.from({ length: count }, (_, n) => entry(`harbour ${n}`));
const countPrepared = (entries: readonly Entry[]) => entries.filter(({ words }) => words !== null).length;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a close search prepares 500 entries at a time with pauses, and notifies once when all are prepared', () => {
  const onReady = vi.fn<() => void>();
  const close = createCloseSearch<Entry>(onReady);
  const entries = many(1001);
  close.prepare(entries);
  close.prepare(entries);
  expect(countPrepared(entries)).toBe(0);
  const steps = [500, 1000, 1001].map((expected) => {
    vi.advanceTimersToNextTimer();
    return [countPrepared(entries), onReady.mock.calls.length, expected];
  });
  expect(steps).toEqual([
    [500, 0, 500],
    [1000, 0, 1000],
    [1001, 1, 1001],
  ]);
  expect(vi.getTimerCount()).toBe(0);
  close.prepare(entries);
  expect(vi.getTimerCount()).toBe(0);
  // Only new entries are prepared.
  const [first] = entries;
  const before = first?.words;
  const later = [...entries, entry('depot')];
  close.prepare(later);
  vi.runAllTimers();
  expect([countPrepared(later), onReady.mock.calls.length]).toEqual([1002, 2]);
  expect(first?.words).toBe(before);
});

it('a preparation ends after its last slice, also if that slice is full', () => {
  const onReady = vi.fn<() => void>();
  const entries = many(500);
  createCloseSearch<Entry>(onReady).prepare(entries);
  vi.advanceTimersToNextTimer();
  expect([countPrepared(entries), onReady.mock.calls.length, vi.getTimerCount()]).toEqual([500, 1, 0]);
});

it('a close search of up to 500 entries needs no preparation; a larger one returns null until it is prepared', () => {
  const onReady = vi.fn<() => void>();
  const close = createCloseSearch<Entry>(onReady);
  expect(close.find(many(500), ['harbuor'])?.entries).toHaveLength(500);
  expect(vi.getTimerCount()).toBe(0);
  const entries = many(501);
  expect(close.find(entries, ['harbuor'])).toBeNull();
  vi.runAllTimers();
  expect(onReady).toHaveBeenCalledOnce();
  expect(close.find(entries, ['harbuor'])?.entries).toHaveLength(501);
});

it('a close search finds a word that arrived after the term was first searched, also after 250 other terms', () => {
  const close = createCloseSearch<Entry>(() => undefined);
  const [ghost, goat] = [entry('ghost'), entry('goat')];
  const found = (entries: readonly Entry[]) => close.find(entries, ['gost'])?.entries;
  expect(found([ghost])).toEqual([ghost]);
  expect(found([ghost, goat])).toEqual([ghost, goat]);
  for (let n = 0; n < 250; n += 1) close.find([ghost, goat], [`term${n}x`]);
  expect(found([ghost, goat])).toEqual([ghost, goat]);
});

it('a text is split into runs of letters and digits', () => {
  const close = createCloseSearch<Entry>(() => undefined);
  const text = entry('  ghost -- tram (dépôt), 12 ');
  close.find([text], ['tram']);
  expect(text.words).toEqual(['ghost', 'tram', 'dépôt', '12']);
});

it('a word is close to a term if it begins with the term, with at most one letter added, missing or changed, or two neighbours swapped', () => {
  const close = ['trams', 'tra', 'trem', 'tarm', 'trma', 'tram', 'xram', 'trax', 'rtam', 'xtram', 'tramway', 'ram'];
  const far = ['txxm', 'trxx', 'mart', 'xxtram', 'tr', 't', '', 'arm', 'taxm'];
  expect(close.filter((word) => !isClose(word, 'tram'))).toEqual([]);
  expect(far.filter((word) => isClose(word, 'tram'))).toEqual([]);
});

it('a typo is allowed in a word that contains digits, but not in a number', () => {
  expect(['tram12', '12tram', '1234', 'trm', 'tram'].filter(allowsTypo)).toEqual(['tram12', '12tram', 'tram']);
});
