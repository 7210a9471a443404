import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseImage } from '../functions/_shared/media/image.ts';
import { parseMpeg } from '../functions/_shared/media/mpeg.ts';
import { pictureFiles } from '../../sync/media/picture-sizes.ts';
import { openTestDatabase, type TestDatabase } from '../../tests/support/postgres.ts';
import type { SeedContext } from '../local/demo-content.ts';
import type { NewFile } from '../local/storage/storage-service.ts';
import { brokenLedgers } from '../tests/scene.ts';
import { seedCatalogue } from './catalogue.ts';
import { openFileCache } from './make/file-cache.ts';
import { seedDemo } from './seed-demo.ts';

const TRACKS = 4;
let db: TestDatabase;
let cacheRoot = '';
const files = new Map<string, NewFile>();
const progress: string[] = [];

function seedContext(changes: Partial<SeedContext> = {}): SeedContext {
  return {
    databaseUrl: db.url,
    putObject: (file) => {
      files.set(`${file.bucket}/${file.name}`, file);
      return Promise.resolve();
    },
    onProgress: (message) => progress.push(message),
    ...changes,
  };
}

beforeAll(async () => {
  db = await openTestDatabase();
  cacheRoot = await mkdtemp(join(tmpdir(), 'undercurrent-seed-'));
});
afterAll(async () => {
  await db.close();
  await rm(cacheRoot, { recursive: true, force: true });
});

describe('Seeding the demo', () => {
  // Composing and encoding take long, perhaps while other tests use the same CPU core.
  it('resumes after an interruption and creates each artist and track only once', { timeout: 120_000 }, async () => {
    const cache = await openFileCache(cacheRoot);
    const interrupted = seedContext({
      putObject: (file) => (file.bucket === 'tracks' ? Promise.reject(new Error('Cut off')) : Promise.resolve()),
    });
    await expect(seedDemo(interrupted, { limit: TRACKS, cache })).rejects.toThrow('Cut off');
    await seedDemo(seedContext(), { limit: TRACKS, cache });
    const before = await db.sql`select id, rev, created_at from public.tracks order by id`;
    await seedDemo(seedContext(), { limit: TRACKS, cache });
    expect([...(await db.sql`select id, rev, created_at from public.tracks order by id`)]).toEqual([...before]);
    const [counts] = await db.sql`
      select (select count(*)::int from auth.users) as users, (select count(*)::int from public.user_profiles) as profiles,
             (select count(*)::int from public.tracks) as tracks`;
    expect(counts).toEqual({ users: 12, profiles: 12, tracks: TRACKS });
    expect(progress).toContain('Composing 1 of 4: Kettle, Then Kick');
  });

  it("stores valid files in their owner's folder, and their true duration in the row (S-15)", async () => {
    const rows = await db.sql<{ userId: string; audio: string; cover: string; durationMs: number; bytes: number }[]>`
      select user_id as "userId", audio_url as audio, cover_url as cover, duration_ms as "durationMs",
             audio_bytes::int as bytes from public.tracks`;
    for (const row of rows) {
      const audio = files.get(`tracks/${row.audio}`);
      const cover = files.get(`covers/${row.cover}`);
      expect(row.audio).toMatch(new RegExp(`^${row.userId}/\\d{13}-[0-9a-f]{8}\\.mp3$`));
      expect([audio?.ownerId, cover?.ownerId]).toEqual([row.userId, row.userId]);
      expect(parseMpeg(audio?.bytes ?? new Uint8Array())?.durationMs).toBe(row.durationMs);
      expect(audio?.bytes.length).toBe(row.bytes);
      const sizes = pictureFiles(row.cover).map(({ address }) =>
        parseImage(files.get(`covers/${address}`)?.bytes ?? new Uint8Array()),
      );
      expect(sizes.map((size) => [size?.kind, size?.width])).toEqual([
        ['png', 160],
        ['png', 480],
        ['png', 800],
      ]);
    }
    const avatars = await db.sql<{ url: string }[]>`select avatar_url as url from public.user_profiles`;
    expect(avatars.filter(({ url }) => !files.has(`avatars/${url}`))).toEqual([]);
  });

  it('creates accounts that nobody can sign in to, and keeps the ledger consistent (S-8)', async () => {
    const [withLogin] = await db.sql`
      select count(*)::int as count from auth.users
      where coalesce(encrypted_password, '') <> '' or email not like '%@example.invalid' or email_confirmed_at is null`;
    expect(withLogin).toEqual({ count: 0 });
    expect(await brokenLedgers(db)).toEqual([]);
    const ledger =
      await db.sql`select action_type, zap_value, count(*)::int as rows from public.zap_actions group by 1, 2`;
    expect([...ledger]).toEqual([{ action_type: 'profile_creation', zap_value: 2, rows: 12 }]);
  });

  it('writes no restricted words into names, bios or titles (S-18)', async () => {
    const restricted = await db.sql`
      select artist_name as text from public.user_profiles
        where private.has_restricted_words(artist_name) or private.has_restricted_words(bio)
      union all select title from public.tracks where private.has_restricted_words(title)`;
    expect([...restricted]).toEqual([]);
  });
});

describe('Seeding a long catalogue', () => {
  it('adds the requested number of public tracks, each with a unique URL of an existing file', async () => {
    expect(await seedCatalogue({ databaseUrl: db.url, tracks: 10_000 })).toBe(10_000);
    const [added] = await db.sql`
      select count(*)::int as tracks, count(*) filter (where is_public and not sponsored)::int as listed,
             count(distinct split_part(audio_url, '?', 1))::int as files, min(average_vote_rating)::float as low,
             max(average_vote_rating)::float as high
      from public.tracks where position('?' in audio_url) > 0`;
    expect(added).toEqual({ tracks: 10_000, listed: 10_000, files: TRACKS, low: 0, high: 4.9 });
    const audioFiles = await db.sql<
      { name: string }[]
    >`select distinct split_part(audio_url, '?', 1) as name from public.tracks`;
    expect(audioFiles.filter(({ name }) => !files.has(`tracks/${name}`))).toEqual([]);
  }, 90_000);
});
