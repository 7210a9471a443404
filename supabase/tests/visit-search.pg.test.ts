import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SEARCH_ROWS } from '../../sync/model/visit.ts';
import { termsOf } from '../../sync/model/search-words.ts';
import folded from '../../tests/search/folded.json' with { type: 'json' };
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { Random } from '../seed/random.ts';
import { createTrackWith, waysToHide, idsOf, visit } from './visit-scene.ts';

let db: TestDatabase;
let artist: string;
let reader: string;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  await db.sql`update public.tracks set deleted_at = now() where deleted_at is null`;
  [artist, reader] = [await db.createUser(), await db.createUser()];
  await rename('Nameless');
});

const rename = async (name: string, user = artist) =>
  await db.sql`update public.user_profiles set artist_name = ${name} where id = ${user}`;

async function takeOffShelf(ids: readonly string[]): Promise<void> {
  await db.sql`update public.tracks set shelved = false where id = any (${ids})`;
}

async function found(terms: readonly string[], genre: string | null = null) {
  const answer = await visit(db.asUser(reader), { kind: 'search', terms, genre });
  if (!answer.found) throw new Error('A search answers what it found');
  expect(idsOf(answer, 'tracks')).toEqual(answer.found.tracks.slice(0, SEARCH_ROWS));
  return answer.found;
}

const search = async (text: string, genre: string | null = null) => await found(termsOf(text), genre);
const nothing = { tracks: [], people: [], total: 0 };

describe('[G-5] The server’s search', () => {
  it('finds each text as the device folds it', async () => {
    const texts = folded.map(([text = '']) => text).filter((text) => termsOf(text).some(({ length }) => length > 1));
    const missing: string[] = [];
    for (const text of texts) {
      const id = await createTrackWith(db, artist, { title: text });
      const { match, tracks } = await search(text);
      if (match !== 'exact' || !tracks.includes(id)) missing.push(text);
      await db.sql`delete from public.tracks where id = ${id}`;
    }
    expect(missing).toEqual([]);
    expect(texts.length).toBeGreaterThan(70);
  });

  it.each([
    ['lofi', 'Lo-Fi Evening'],
    ['lo-fi', 'Lofi Evening'],
    ['night bus', 'Bus at Night'],
    ['igh', 'Night Bus'],
    ['елка', 'Старая Ёлка'],
    ['лка', 'Старая Ёлка'],
    ['夜雨', '東京の夜雨'],
    ['rnb', 'R&B for Rain'],
    ['r&b', 'RnB for Rain'],
    ['dnb', 'Drum and Bass Only'],
  ])('finds for %s the title %s', async (text, title) => {
    const id = await createTrackWith(db, artist, { title });
    expect(await search(text)).toEqual({ match: 'exact', tracks: [id], people: [], total: 1 });
  });

  it('finds each term in the title, a name or the genre', async () => {
    await rename('Ólafur');
    const id = await createTrackWith(db, artist, { title: 'Night Bus', artistName: 'Credited', genre: 'Drum & Bass' });
    for (const text of ['night olafur', 'credited bus', 'drum night', 'dnb olafur credited night']) {
      expect(await search(text)).toMatchObject({ match: 'exact', tracks: [id], total: 1 });
    }
    expect(await search('night zebra')).toEqual({ match: 'close', ...nothing });
  });

  it.each([
    ['another letter', 'midmight'],
    ['the first letter wrong', 'nidnight'],
    ['a letter too many', 'midnnight'],
    ['a letter missing', 'midnght'],
    ['two letters exchanged', 'midngiht'],
    ['a wrong letter of a short word', 'trian'],
    ['a wrong letter of a beginning', 'mibnig'],
    ['a wrong letter in one term of two', 'midnight traim'],
    ['a wrong letter beyond ASCII', 'йлка'],
  ])('finds a close match: %s', async (_, text) => {
    const id = await createTrackWith(db, artist, { title: 'Midnight Train, Ёлка' });
    await createTrackWith(db, artist, { title: 'Something Else' });
    expect(await search(text)).toEqual({ match: 'close', tracks: [id], people: [], total: 1 });
  });

  it('finds nothing for a word with two wrong letters, and no close matches if there is an exact one', async () => {
    const exact = await createTrackWith(db, artist, { title: 'Night' });
    await createTrackWith(db, artist, { title: 'Might' });
    expect(await search('night')).toMatchObject({ match: 'exact', tracks: [exact], total: 1 });
    expect(await search('nibbt')).toEqual({ match: 'close', ...nothing });
    expect(await search('zzz')).toEqual({ match: 'close', ...nothing });
  });

  it('finds the words that one change of a letter makes of a term, and no others', async () => {
    const letters = ['q', 'x', 'я'];
    const random = new Random('close words');
    const word = (shortest: number, longest: number) =>
      Array.from({ length: random.int(shortest, longest) }, () => random.pick(letters)).join('');
    const titles = new Set(Array.from({ length: 80 }, () => word(3, 9)));
    for (const title of titles) await createTrackWith(db, artist, { title });
    const edits = (term: string) =>
      Array.from(term).flatMap((letter, at) => {
        const [before, after] = [term.slice(0, at), term.slice(at + 1)];
        const swapped = after === '' ? [] : [`${before}${after[0] ?? ''}${letter}${after.slice(1)}`];
        return [
          before + after,
          ...swapped,
          ...letters.flatMap((l) => [before + l + after, before + l + letter + after]),
        ];
      });
    const wanted = (term: string) => {
      const all = [...titles];
      const exact = all.filter((title) => title.includes(term));
      if (exact.length > 0) return { match: 'exact', found: exact };
      const edited = edits(term);
      const whole = all.filter((title) => edited.includes(title));
      const isWhole = whole.length > 0 || term.length < 6;
      return {
        match: 'close',
        found: isWhole ? whole : all.filter((title) => edited.some((edit) => title.startsWith(edit))),
      };
    };
    const counts = { exact: 0, close: 0, none: 0 };
    for (let searches = 0; searches < 150; searches += 1) {
      const term = word(4, 8);
      const { match, tracks } = await search(term);
      const rows = await db.sql<{ title: string }[]>`select title from public.tracks where id = any (${tracks})`;
      const expected = wanted(term);
      const titlesFound = rows.map(({ title }) => title).sort();
      expect({ match, found: titlesFound }, term).toEqual({ ...expected, found: expected.found.sort() });
      counts[tracks.length === 0 ? 'none' : match] += 1;
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(9);
  });

  it('takes pattern characters literally', async () => {
    const plain = await createTrackWith(db, artist, { title: 'Percent' });
    const signs = await createTrackWith(db, artist, { title: '%%' });
    for (const terms of [['p%t'], ['p_rc_nt'], ['__'], ['%_%'], ['_%'], ['\\\\'], ['\\%'], ["' or true --"]]) {
      expect((await found(terms)).tracks, terms.join(' ')).not.toContain(plain);
    }
    expect((await found(['%%'])).tracks).toEqual([signs]);
  });

  it('ignores terms of one character, and those after the eighth', async () => {
    const id = await createTrackWith(db, artist, { title: 'Night Bus' });
    expect(await found(['n', 'x', '夜'])).toEqual({ match: 'exact', ...nothing });
    expect(await found([])).toEqual({ match: 'exact', ...nothing });
    expect(await found(['night', 'x'])).toMatchObject({ tracks: [id] });
    expect(await found([...Array<string>(8).fill('night'), 'zebra'])).toMatchObject({ match: 'exact', tracks: [id] });
    expect(await found(['x'.repeat(100_000)])).toEqual({ match: 'close', ...nothing });
    expect(await found(Array<string>(10_000).fill('night'))).toMatchObject({ tracks: [id] });
  });

  it('finds only tracks of the requested genre', async () => {
    const house = await createTrackWith(db, artist, { title: 'Night Bus', genre: 'House' });
    const techno = await createTrackWith(db, artist, { title: 'Night Bus', genre: 'Techno' });
    expect((await search('night', 'Techno')).tracks).toEqual([techno]);
    expect((await search('night')).total).toBe(2);
    await db.sql`update public.tracks set genre = 'Techno' where id = ${house}`;
    expect((await search('night', 'Techno')).total).toBe(2);
    expect((await search('house')).total).toBe(0);
  });

  it('puts the best match first, then the best rated', async () => {
    const create = async (title: string, rating: number) => await createTrackWith(db, artist, { title, rating });
    const inside = await create('Goodnight', 5);
    const elsewhere = await createTrackWith(db, artist, { title: 'Rain', artistName: 'Night', rating: 5 });
    const word = await create('Last Night', 4);
    const better = await create('Every Night', 4.5);
    const beginning = await create('Night Bus', 2);
    const title = await create('Night', 1);
    expect((await search('night')).tracks).toEqual([title, beginning, better, word, inside, elsewhere]);
  });

  it('names tracks beyond the shelf first, because the device has the others', async () => {
    const create = async (title: string, rating: number) => await createTrackWith(db, artist, { title, rating });
    const [shelved, beyond, better] = [
      await create('Harbour', 5),
      await create('Harbour Bells', 1),
      await create('Old Harbour', 4),
    ];
    await takeOffShelf([beyond, better]);
    expect(await search('harbour')).toMatchObject({ tracks: [beyond, better, shelved], total: 3 });
  });

  it('names 300 tracks, sends the rows of the first 60, and counts up to 1000', async () => {
    const insert = async (count: number) =>
      await db.sql`
        insert into public.tracks (user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes, rights_confirmed)
        select ${artist}, 'Crowded ' || i, 'Someone', 'House', gen_random_uuid()::text, 1000, 1000, true
        from generate_series(1, ${count}::integer) i`;
    await insert(70);
    const some = await search('crowded');
    expect([some.tracks.length, new Set(some.tracks).size, some.total]).toEqual([70, 70, 70]);
    await insert(1100);
    // These tracks lie behind the first 1000 of the table.
    const best = await createTrackWith(db, artist, { title: 'Crowded Again', rating: 5 });
    await takeOffShelf([best, await createTrackWith(db, artist, { title: 'Uncrowded', rating: 5 })]);
    const many = await search('crowded');
    expect([many.tracks.length, many.tracks[0], many.total]).toEqual([300, best, 1000]);
  });
});

describe('[G-5] A track or name that is not public', () => {
  it('is not found, even if it was public before, and not even by its owner', async () => {
    for (const [how, hide] of Object.entries(waysToHide)) {
      const id = await createTrackWith(db, artist, { title: 'Lighthouse' });
      expect((await search('lighthouse')).total, how).toBe(1);
      await hide(db, id);
      for (const user of [reader, artist]) {
        const { found: answer, rows } = await visit(db.asUser(user), {
          kind: 'search',
          terms: ['lighthouse'],
          genre: null,
        });
        expect([answer?.tracks, answer?.total, rows], how).toEqual([[], 0, []]);
      }
      expect(await db.sql`select from private.track_search where track_id = ${id}`, how).toHaveLength(0);
    }
    await createTrackWith(db, artist, { title: 'Lighthouse', isPublic: false });
    expect((await search('lighthouse')).total).toBe(0);
  });

  it('is found once it becomes public', async () => {
    const id = await createTrackWith(db, artist, { title: 'Lighthouse', isPublic: false });
    await db.sql`update public.tracks set is_public = true where id = ${id}`;
    expect((await search('lighthouse')).tracks).toEqual([id]);
  });

  it('leads to no track or person, if it is the name of a profile', async () => {
    await rename('Zaphod');
    const id = await createTrackWith(db, artist, {});
    for (const privacy of ['private', 'friends_only']) {
      await db.sql`update public.user_profiles set privacy_setting = ${privacy} where id = ${artist}`;
      expect(await search('zaphod'), privacy).toEqual({ match: 'close', ...nothing });
      await db.sql`update public.user_profiles set privacy_setting = 'public' where id = ${artist}`;
      expect(await search('zaphod'), privacy).toMatchObject({ tracks: [id], people: [{ id: artist, tracks: 1 }] });
    }
    await db.sql`update public.user_profiles set deleted_at = now() where id = ${artist}`;
    expect(await search('zaphod')).toEqual({ match: 'close', ...nothing });
  });
});

describe('[G-5] People', () => {
  it('are artists with public tracks, those with most tracks first', async () => {
    const people: string[] = [];
    for (let count = 0; count <= 6; count++) {
      const user = await db.createUser();
      await rename(`Zephyr ${count}`, user);
      for (let at = 0; at < count; at++) await createTrackWith(db, user, {});
      people.push(user);
    }
    const expected = [6, 5, 4, 3, 2, 1].map((tracks) => ({ id: people[tracks], tracks }));
    expect((await search('zephyr')).people).toEqual(expected);
    expect((await search('zephir')).people).toEqual(expected);
    await db.sql`update public.tracks set is_public = false where user_id = ${people[6] ?? ''}`;
    expect((await search('zephyr')).people).toEqual([5, 4, 3, 2, 1].map((tracks) => ({ id: people[tracks], tracks })));
  });

  it('beyond the shelf come first, because the device has the others', async () => {
    const [shelved, beyond] = [await db.createUser(), await db.createUser()];
    for (const user of [shelved, beyond]) await rename('Quince', user);
    for (const user of [shelved, shelved, beyond]) await createTrackWith(db, user, {});
    await db.sql`update public.user_profiles set shelved = false where id = ${beyond}`;
    const people = [
      { id: beyond, tracks: 1 },
      { id: shelved, tracks: 2 },
    ];
    expect((await search('quince')).people).toEqual(people);
    const answer = await visit(db.asUser(reader), { kind: 'search_artists', terms: ['quince'] });
    expect(answer.found?.people).toEqual(people);
  });

  it('are found by the name that they have now, and so are their tracks', async () => {
    await rename('Ole Næs');
    const id = await createTrackWith(db, artist, {});
    await rename('Nyt Navn');
    expect(await search('næs')).toEqual({ match: 'close', ...nothing });
    const answer = await visit(db.asUser(reader), { kind: 'search', terms: ['nytnavn'], genre: null });
    expect(answer.found).toEqual({
      match: 'exact',
      tracks: [id],
      people: [{ id: artist, tracks: 1 }],
      total: 1,
    });
    expect(idsOf(answer, 'user_profiles')).toEqual([artist]);
  });

  it('have their new name on a track that is published at the same time', async () => {
    const before = await createTrackWith(db, artist, {});
    let published = '';
    const renaming = await db.sql.begin(async (tx) => {
      await tx`update public.user_profiles set artist_name = 'Zebedee' where id = ${artist}`;
      const publishing = createTrackWith(db, artist, {});
      // The new track waits for the lock of the renaming.
      await expect.poll(async () => await db.sql`select from pg_locks where not granted`).not.toHaveLength(0);
      return { publishing };
    });
    published = await renaming.publishing;
    expect((await search('zebedee')).tracks.sort()).toEqual([before, published].sort());
  });
});

describe('[G-5] The list of words', () => {
  const listed = async () =>
    (
      await db.sql<{ word: string }[]>`
      select w.word from private.search_words w where w.word in ('zyxwvut', 'evening', 'qwertz') order by 1`
    ).map(({ word }) => word);
  const sweepAll = async () => {
    do await db.sql`select private.sweep_logs()`;
    while ((await db.sql`select 1 from private.search_words_sweep where up_to <> ''`).length > 0);
  };

  it('has only words of public texts', async () => {
    const deleted = await createTrackWith(db, artist, { title: 'Zyxwvut Evening' });
    await createTrackWith(db, artist, { title: 'Evening' });
    await rename('Qwertz');
    await sweepAll();
    expect(await listed()).toEqual(['evening', 'qwertz', 'zyxwvut']);
    await db.sql`update public.tracks set is_public = false where id = ${deleted}`;
    expect(await listed()).toEqual(['evening', 'qwertz']);
    await rename('Nameless');
    expect(await listed()).toEqual(['evening']);
  });

  it('keeps a word of a text that is being added, until the sweep', async () => {
    const deleted = await createTrackWith(db, artist, { title: 'Zyxwvut' });
    const other = await createTrackWith(db, artist, { title: 'Other' });
    const adding = await db.sql.reserve();
    try {
      await adding`begin`;
      await adding`update public.tracks set title = 'Zyxwvut' where id = ${other}`;
      await db.sql`update public.tracks set is_public = false where id = ${deleted}`;
      await sweepAll();
      expect(await listed()).toContain('zyxwvut');
      await adding`rollback`;
    } finally {
      adding.release();
    }
    await sweepAll();
    expect(await listed()).not.toContain('zyxwvut');
  });

  it('keeps a word that one transaction deletes while another adds a text with it', async () => {
    const deleted = await createTrackWith(db, artist, { title: 'Zyxwvut' });
    const other = await createTrackWith(db, artist, { title: 'Other' });
    const deleting = await db.sql.reserve();
    try {
      await deleting`begin`;
      await deleting`update public.tracks set is_public = false where id = ${deleted}`;
      const added = db.sql`update public.tracks set title = 'Zyxwvut' where id = ${other}`.execute();
      await expect
        .poll(
          async () =>
            // Not in a transaction, where pg_stat_activity would always show the same snapshot.
            await db.sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%Zyxwvut%'`,
        )
        .toHaveLength(1);
      await deleting`commit`;
      await added;
    } finally {
      deleting.release();
    }
    expect(await listed()).toContain('zyxwvut');
    expect((await search('zyxwvat')).tracks).toEqual([other]);
  });
});
