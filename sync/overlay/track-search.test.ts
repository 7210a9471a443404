import { expect, it, vi } from 'vitest';
import { createSearch } from './track-search.ts';
import { waitFor } from '../../tests/support/wait-for.ts';

const { load } = vi.hoisted(() => ({ load: { fails: true } }));
vi.mock(import('./close-search.ts'), async (original) => {
  const code = await original();
  return {
    createCloseSearch: (onReady: () => void) => {
      if (load.fails) throw new TypeError('Failed to fetch dynamically imported module');
      return code.createCloseSearch(onReady);
    },
  };
});

const entry = (text: string) => ({ text, words: null as readonly string[] | null });

it('a search whose typo code fails to load returns exact matches only, and the next search loads the code again', async () => {
  load.fails = true;
  const onReady = vi.fn<() => void>();
  const search = createSearch(onReady);
  const trams = [entry('night tram')];
  const looking = { match: 'looking', highlights: [], entries: [] };
  expect(search.find(trams, ['trxm'])).toEqual(looking);
  expect(search.find(trams, ['trxm'])).toEqual(looking);
  await waitFor(() => expect(onReady).toHaveBeenCalledOnce());
  expect(search.find(trams, ['trxm'])).toEqual({ match: 'exact', highlights: ['trxm'], entries: [] });
  load.fails = false;
  expect(search.find(trams, ['trxm'])).toEqual(looking);
  await waitFor(() => expect(onReady).toHaveBeenCalledTimes(2));
  expect(search.find(trams, ['trxm']).entries).toEqual(trams);
});

it('[SY-23] a search with exact matches already splits the entries into words for the typo search', async () => {
  load.fails = false;
  const onReady = vi.fn<() => void>();
  const search = createSearch(onReady);
  const trams = [entry('night tram')];
  search.find(trams, ['tram']);
  await waitFor(() => expect(onReady).toHaveBeenCalledOnce());
  expect(search.find(trams, ['tram']).match).toBe('exact');
  await waitFor(() => expect(trams[0]?.words).toEqual(['night', 'tram']));
});

it('a search typed letter by letter finds the same as one pasted whole, also after letters are deleted or rows are added', () => {
  load.fails = false;
  const rows = ['midnight tram', 'mid river', 'tram to the river', 'amber night'].map(entry);
  const changed = [...rows, entry('midnight river')];
  const search = createSearch<ReturnType<typeof entry>>(() => undefined);
  const typed: [typeof rows, string[]][] = [
    [rows, ['m']],
    [rows, ['mi']],
    [rows, ['midn']],
    [rows, ['mi']],
    [rows, ['mi', 'r']],
    [rows, ['riv', 'mi']],
    [rows, ['r']],
    [rows, ['tram']],
    [rows, ['mid']],
    [changed, ['midn']],
    [rows, ['midn']],
  ];
  for (const [entries, terms] of typed) {
    const found = entries.filter(({ text }) => terms.every((term) => text.includes(term)));
    expect(search.find(entries, terms).entries, terms.join(' ')).toEqual(found);
  }
});
