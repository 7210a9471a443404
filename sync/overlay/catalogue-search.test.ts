import { describe, expect, it } from 'vitest';
import { shownIds, openCatalogue, put } from '../../tests/sync/support/catalogue.ts';
import { trackRow } from '../../tests/sync/support/rows.ts';
import type { Catalogue } from './catalogue.ts';

async function loadCloseSearch(catalogue: Catalogue): Promise<void> {
  const found = catalogue.explore({ search: 'warm', genre: null });
  await expect.poll(() => found.get().match).not.toBe('looking');
}

describe('a search of the catalogue', () => {
  it('finds a part of a title or an artist, whatever its case and accents, with or without a genre', () => {
    const catalogue = openCatalogue();
    catalogue.apply(
      put(
        trackRow('a', { title: 'Ærø Café', artist_name: 'Ólafur' }),
        trackRow('b', { title: 'Nightcafe', genre: 'Techno' }),
        trackRow('c', { title: 'Harbour' }),
      ),
    );
    expect(shownIds(catalogue, { search: ' CAFE ', genre: null })).toEqual(['a', 'b']);
    expect(shownIds(catalogue, { search: 'olaf', genre: null })).toEqual(['a']);
    expect(shownIds(catalogue, { search: 'café', genre: 'Techno' })).toEqual(['b']);
  });

  it('finds words in any order, in the title, the artist names of track and profile, and the genre', () => {
    const names = new Map([['artist', 'Low Tide Union']]);
    const catalogue = openCatalogue((id) => names.get(id) ?? null);
    catalogue.apply(put(trackRow('a', { title: 'Ghost Tram', artist_name: 'L. T. U.', genre: 'R&B' }), trackRow('b')));
    const searches = ['tram ghost', 'union r&b', 'l. t. u.', 'TIDE tram'];
    expect(searches.map((search) => shownIds(catalogue, { search, genre: null }))).toEqual(searches.map(() => ['a']));
    expect(catalogue.explore({ search: 'Tram ghost', genre: null }).get()).toMatchObject({
      match: 'exact',
      highlights: ['tram', 'ghost'],
    });
  });

  it('tolerates one typo per word only if nothing matches exactly, and marks the result as close', async () => {
    const catalogue = openCatalogue();
    catalogue.apply(
      put(
        trackRow('a', { title: 'Ghost Tram' }),
        trackRow('b', { title: 'Ghost Tram (Depot)' }),
        trackRow('c', { title: 'Roast' }),
      ),
    );
    await loadCloseSearch(catalogue);
    for (const search of ['gost tram', 'ghast tram', 'ghoost tram', 'gohst tarm', 'chost', 'tram gost', 'ghst'])
      expect([search, shownIds(catalogue, { search, genre: null })]).toEqual([search, ['a', 'b']]);
    expect(catalogue.explore({ search: 'gost tram', genre: null }).get()).toMatchObject({
      match: 'close',
      highlights: ['gost', 'tram', 'ghost', 'tram'],
      total: 2,
    });
    expect(shownIds(catalogue, { search: 'gosst tram', genre: null })).toEqual([]);
    catalogue.apply(put(trackRow('d', { title: 'Gost' })));
    expect(catalogue.explore({ search: 'gost', genre: null }).get()).toMatchObject({ match: 'exact', total: 1 });
  });

  it('tolerates no error in short words and numbers', async () => {
    const catalogue = openCatalogue();
    catalogue.apply(put(trackRow('a', { title: 'Dub 1984' })));
    await loadCloseSearch(catalogue);
    expect(['dob', '1985'].map((search) => shownIds(catalogue, { search, genre: null }))).toEqual([[], []]);
  });

  it('reads the words of a large catalogue in slices, and reports when a search is complete', async () => {
    const catalogue = openCatalogue();
    catalogue.apply(put(...Array.from({ length: 1200 }, (_, n) => trackRow(`t${n}`, { title: `Harbour ${n}` }))));
    const found = catalogue.explore({ search: 'harbuor', genre: null });
    expect(found.get()).toMatchObject({ match: 'looking', total: 0 });
    let notifications = 0;
    found.subscribe(() => notifications++);
    await expect.poll(() => found.get()).toMatchObject({ match: 'close', total: 1200 });
    expect(notifications).toBe(1);
  });

  it('filters by a genre without a search, counts the results, and ignores spaces around a search', () => {
    const catalogue = openCatalogue();
    catalogue.apply(put(trackRow('a', { genre: 'Techno' }), trackRow('b')));
    catalogue.setState('first', 90);
    expect(catalogue.explore({ search: '', genre: 'Techno' }).get()).toEqual({
      state: 'first',
      match: 'exact',
      highlights: [],
      tracks: [catalogue.get('a')],
      total: 1,
      beyond: { state: 'none', found: null },
    });
    expect(catalogue.explore({ search: ' x ', genre: null })).toBe(catalogue.explore({ search: 'x', genre: null }));
  });
});
