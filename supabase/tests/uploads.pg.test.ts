import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import { action, brokenLedgers, createTrack, outcome, pull, push, putFile } from './scene.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(async () => {
  expect(await brokenLedgers(db), '[S-8] every balance is the sum of its ledger').toEqual([]);
  await db.close();
});

const recordFacts = (on: TestDatabase, bucket: string, name: string, kind: string) =>
  on.asService().rpc('record_file_facts', {
    p_bucket: bucket,
    p_name: name,
    p_kind: kind,
    p_mime: null,
    p_bytes: 2_880_000,
    p_duration_ms: 180_000,
  });

async function upload(owner: string, changes: Record<string, unknown> = {}) {
  return action('track.create', {
    track_id: randomUUID(),
    title: 'Night Bus',
    artist_name: 'Nina',
    genre: 'Drum & Bass',
    audio_path: await putFile(db, owner),
    cover_path: null,
    radio_opt_in: true,
    rights_confirmed: true,
    ...changes,
  });
}

describe('track.create', () => {
  it('[S-15] creates a public track with the duration and size that the server measured', async () => {
    const artist = await db.createUser();
    const cover = await putFile(db, artist, { bucket: 'covers', kind: 'png', name: `${artist}/cover.png` });
    const created = await upload(artist, { title: '  Night Bus  ', cover_path: cover });

    expect(await outcome(db.asUser(artist), created)).toEqual({
      success: true,
      track_id: created.payload['track_id'],
      slots_available: 2,
    });
    const { rows } = await pull(db.asUser(artist), { tables: ['tracks'] });
    expect(rows.map(({ row }) => row)).toMatchObject([
      {
        id: created.payload['track_id'],
        user_id: artist,
        title: 'Night Bus',
        genre: 'Drum & Bass',
        audio_url: created.payload['audio_path'],
        cover_url: cover,
        duration_ms: 180_000,
        audio_bytes: 2_880_000,
        radio_opt_in: true,
        is_public: true,
        sponsored: false,
        play_count: 0,
      },
    ]);
  });

  it('[S-55] refuses a track longer than three hours with a message, and accepts one of exactly three hours', async () => {
    const artist = await db.createUser();
    const created = await upload(artist);
    const setDuration = (ms: number) =>
      db.sql`update private.file_facts set duration_ms = ${ms} where name = ${String(created.payload['audio_path'])}`;
    await setDuration(10_800_001);
    expect(await push(db.asUser(artist), [created])).toMatchObject([
      {
        status: 'rejected',
        result: { code: 'track_too_long', message: 'A track may last 3 hours at most. Choose a shorter one.' },
      },
    ]);
    await db.sql`update private.media_rules set value = 5400000 where rule = 'longest_track_ms'`;
    await setDuration(5_400_001);
    const another = { ...created, id: randomUUID() };
    expect(await push(db.asUser(artist), [another])).toMatchObject([
      { result: { message: 'A track may last 90 minutes at most. Choose a shorter one.' } },
    ]);
    await db.sql`update private.media_rules set value = 10800000 where rule = 'longest_track_ms'`;
    await setDuration(10_800_000);
    expect(await outcome(db.asUser(artist), { ...created, id: randomUUID() })).toMatchObject({ success: true });
  });

  it('[S-15] accepts a cover in sizes when each size exists and its bytes are a picture', async () => {
    const artist = await db.createUser();
    const put = (size: string, kind = 'jpeg') =>
      putFile(db, artist, { bucket: 'covers', kind, name: `${artist}/cover_${size}.jpg` });
    const cover = await put('large');
    const send = async () => outcome(db.asUser(artist), await upload(artist, { cover_path: cover }));
    expect(await send()).toBe('file_missing');
    await put('small');
    expect(await send()).toBe('file_missing');
    await put('medium', 'unknown');
    expect(await send()).toBe('file_kind');
    await db.sql`update private.file_facts set kind = 'jpeg' where name = ${`${artist}/cover_medium.jpg`}`;
    expect(await send()).toMatchObject({ success: true });
  });

  it('[S-15] [SY-9] waits for an existing file that is not checked yet, and is not logged', async () => {
    const artist = await db.createUser();
    const cover = await putFile(db, artist, { bucket: 'covers', kind: 'png', name: `${artist}/cover.png` });
    const created = await upload(artist, { cover_path: cover });
    const deleteFacts = (name: unknown) => db.sql`delete from private.file_facts where name = ${String(name)}`;
    const later = (bucket: string, name: unknown) => [
      {
        id: created.id,
        status: 'later',
        result: {
          code: 'not_checked',
          message: 'The server has not checked this file yet. It goes on by itself.',
          retry_after: 2,
          file: { bucket, name },
        },
      },
    ];
    await deleteFacts(created.payload['audio_path']);
    await deleteFacts(cover);
    expect(await push(db.asUser(artist), [created])).toEqual(later('tracks', created.payload['audio_path']));
    await recordFacts(db, 'tracks', String(created.payload['audio_path']), 'mpeg');
    expect(await push(db.asUser(artist), [created])).toEqual(later('covers', cover));
    await recordFacts(db, 'covers', cover, 'png');
    // From now on the stored facts describe bytes that were replaced.
    await db.sql`update storage.objects set updated_at = now() + interval '1 second' where name = ${cover}`;
    expect(await push(db.asUser(artist), [created])).toEqual(later('covers', cover));
    expect([...(await db.sql`select 1 from public.action_log where user_id = ${artist}`)]).toEqual([]);
    await db.sql`update storage.objects set updated_at = now() - interval '1 hour' where name = ${cover}`;
    expect(await outcome(db.asUser(artist), created)).toMatchObject({ success: true });
  });

  it('[S-15] asks for fewer retries the longer it waits for a file; a later push can create another track meanwhile', async () => {
    const artist = await db.createUser();
    const [first, other] = [await upload(artist), await upload(artist)];
    await db.sql`delete from private.file_facts where name = ${String(first.payload['audio_path'])}`;
    const retryAfter = async (age: string) => {
      await db.sql`update storage.objects set updated_at = now() - ${age}::interval where name = ${String(first.payload['audio_path'])}`;
      const results = await push(db.asUser(artist), [first, other]);
      expect(results.map(({ id }) => id)).toEqual([first.id]);
      return results[0]?.result['retry_after'];
    };
    expect([await retryAfter('1 second'), await retryAfter('40 seconds'), await retryAfter('2 days')]).toEqual([
      2,
      expect.toSatisfy((seconds: number) => seconds >= 10 && seconds < 13),
      60,
    ]);
    expect(await outcome(db.asUser(artist), other)).toMatchObject({ success: true });
  });

  it("[S-15] [SY-11] is refused for every invalid field, and for every file that is not a checked file of one's own", async () => {
    const [artist, thief] = [await db.createUser(), await db.createUser()];
    const foreignFile = await putFile(db, artist);
    const planted = await putFile(db, artist, { name: `${thief}/planted.mp3` });
    const invalid: [string, Record<string, unknown>][] = [
      ['rights_missing', { rights_confirmed: false }],
      ['invalid_payload', { rights_confirmed: 'true' }],
      ['title_missing', { title: '   ' }],
      ['title_too_long', { title: 'x'.repeat(101) }],
      ['artist_missing', { artist_name: '' }],
      ['artist_too_long', { artist_name: 'x'.repeat(51) }],
      ['genre_unknown', { genre: 'Polka' }],
      ['invalid_payload', { track_id: 'mine' }],
      ['file_not_yours', { audio_path: foreignFile }],
      ['file_not_yours', { audio_path: `${thief}/../${foreignFile}` }],
      ['file_not_yours', { audio_path: 'https://elsewhere.example/a.mp3' }],
      ['file_missing', { audio_path: `${thief}/never-uploaded.mp3` }],
      ['file_missing', { audio_path: planted }],
      ['file_kind', { audio_path: await putFile(db, thief, { kind: 'unknown' }) }],
      ['file_not_yours', { cover_path: foreignFile }],
      ['file_missing', { cover_path: await putFile(db, thief) }],
      [
        'file_kind',
        { cover_path: await putFile(db, thief, { bucket: 'covers', kind: 'mpeg', name: `${thief}/a.png` }) },
      ],
    ];
    for (const [code, changes] of invalid) {
      expect(await outcome(db.asUser(thief), await upload(thief, changes)), JSON.stringify(changes)).toBe(code);
    }
    expect(
      (await pull(db.asUser(thief), { tables: ['tracks'] })).rows.filter(({ row }) => row['user_id'] === thief),
    ).toEqual([]);
  });

  it('[S-18] refuses restricted words as whole words, however disguised', async () => {
    const artist = await db.createUser();
    await db.sql`insert into private.restricted_words values ('villain') on conflict do nothing`;
    const user = db.asUser(artist);
    for (const title of [
      'Villain',
      'the VILLAIN!',
      'v1ll41n',
      'vіllаin',
      'Víllàin',
      'vil\u200blain',
      'ｖｉｌｌａｉｎ',
      'my-villain-song',
      'v!ll@in',
      'vil\ufe0flain',
      'vil\u2061lain',
      'vil\u180elain',
      'vil\u{e0061}\u{e0100}lain',
      'v\u0591illa\u1ab0in',
      'ᴠɪʟʟᴀɪɴ',
      'the vil\u2061lain★',
    ]) {
      const [result] = await push(user, [await upload(artist, { title })]);
      expect(result?.result, title).toEqual({
        code: 'restricted_words',
        message: 'Your submission contains restricted words. Please edit and try again.',
      });
    }
    expect(await outcome(user, await upload(artist, { artist_name: 'Villain' }))).toBe('restricted_words');
    expect(await outcome(user, action('profile.update', { artist_name: 'V1llain' }))).toBe('restricted_words');
    expect(await outcome(user, await upload(artist, { title: 'Villainous Grapes of Scunthorpe' }))).toMatchObject({
      success: true,
    });
  });

  it('[S-16] gives the last slot to one of two concurrent uploads', async () => {
    const artist = await db.createUser();
    await push(db.asUser(artist), [await upload(artist), await upload(artist)]);

    const race = await Promise.all(
      [await upload(artist), await upload(artist)].map((added) => outcome(db.asUser(artist), added)),
    );
    expect(race).toContain('no_slots');
    expect(race).toContainEqual(expect.objectContaining({ success: true, slots_available: 0 }));
  });

  it('[S-16] allows as many tracks as the level has slots, and deleting one frees its slot', async () => {
    const artist = await db.createUser();
    const slots = () => db.asUser(artist).rpc('check_upload_slot_availability', { p_user_id: artist });
    expect(await slots()).toEqual({ allowed: true, message: '3 upload slots available', slots_available: 3 });
    const tracks = [await createTrack(db, artist), await createTrack(db, artist), await createTrack(db, artist)];
    expect(await slots()).toEqual({
      allowed: false,
      message: 'All your upload slots are in use. Delete a track or reach a higher level to free one.',
      slots_available: 0,
    });
    expect(await db.asUser(artist).rpc('increment_upload_count', { p_user_id: artist })).toEqual({
      success: true,
      upload_count: 3,
    });

    await db.sql`delete from public.tracks where id = ${tracks[0] ?? ''}`;
    expect(await slots()).toMatchObject({ allowed: true, message: '1 upload slot available' });
    const caps = [];
    for (const level of [1, 3, 4, 5, 6, 40]) {
      const [row] = await db.sql`select private.upload_slots(${level}) as cap`;
      caps.push(row?.['cap']);
    }
    expect(caps).toEqual([3, 3, 5, 7, 10, 10]);
  });

  it('[SY-9] creates one track per id and per file', async () => {
    const [artist, other] = [await db.createUser(), await db.createUser()];
    const first = await upload(artist);
    expect(await outcome(db.asUser(artist), first)).toMatchObject({ success: true });
    expect(await outcome(db.asUser(artist), first)).toMatchObject({ success: true });

    const sameId = await upload(other, { track_id: first.payload['track_id'] });
    expect(await outcome(db.asUser(other), sameId)).toBe('track_exists');
    const sameFile = await upload(artist, { audio_path: first.payload['audio_path'] });
    expect(await outcome(db.asUser(artist), sameFile)).toBe('track_exists');
  });

  it('[SY-9] reports an existing track, even when it took the last slot or its genre no longer exists', async () => {
    const artist = await db.createUser();
    const uploads = [await upload(artist), await upload(artist), await upload(artist)];
    for (const added of uploads) expect(await outcome(db.asUser(artist), added)).toMatchObject({ success: true });
    expect(await outcome(db.asUser(artist), await upload(artist))).toBe('no_slots');
    for (const { payload } of uploads) {
      const repeated = await upload(artist, { audio_path: payload['audio_path'], genre: 'Polka' });
      expect(await outcome(db.asUser(artist), repeated)).toBe('track_exists');
    }
    expect([...(await db.sql`select id from public.tracks where user_id = ${artist}`)]).toHaveLength(3);
  });
});

describe('check_upload_words', () => {
  it('[S-18] reports restricted words before the upload', async () => {
    const artist = await db.createUser();
    const check = (texts: Partial<Record<'p_title' | 'p_artist_name' | 'p_description', string>>) =>
      db
        .asUser(artist)
        .rpc('check_upload_words', { p_user_id: artist, p_title: '', p_artist_name: '', p_description: '', ...texts });
    expect(await check({ p_title: 'Slack Water', p_artist_name: 'Ines', p_description: 'Made at night.' })).toEqual({
      valid: true,
      reason: null,
    });
    for (const field of ['p_title', 'p_artist_name', 'p_description'] as const)
      expect(await check({ [field]: 'a V1llain' }), field).toEqual({
        valid: false,
        reason: 'Your submission contains restricted words. Please edit and try again.',
      });
  });
});

describe('validate_file_upload', () => {
  it('[S-15] returns the specified messages', async () => {
    const user = await db.createUser();
    const check = async (name: string, type: string, size: number) =>
      Object(
        await db.asUser(user).rpc('validate_file_upload', {
          p_user_id: user,
          p_file_name: name,
          p_file_type: type,
          p_file_size: size,
        }),
      ).reason;
    const mp3Only =
      'MP3 only for uploads! WAV files are reserved for Artist Stores when selling your music. Please upload an MP3 (max 50MB) for Explore and Radio.';
    const megabytes = (count: number) => count * 1024 * 1024;

    expect(await check('a.mp3', 'audio/mpeg', megabytes(50))).toBe(null);
    expect(await check('A.MP3', '', 1)).toBe(null);
    expect(await check('a.mp3', 'audio/mpeg', megabytes(50) + 1)).toBe('File size must be under 50MB');
    expect(await check('a.wav', 'audio/mpeg', 1)).toBe(mp3Only);
    expect(await check('a.mp3', 'audio/wav', 1)).toBe(mp3Only);
    expect(await check('a.m4a', 'audio/mp4', 1)).toBe(mp3Only);
    expect(await check('a.png', 'image/png', megabytes(5))).toBe(null);
    expect(await check('a.png', 'image/png', megabytes(5) + 1)).toBe('Image must be under 5MB');
    expect(await check('a.svg', 'image/svg+xml', 1)).toBe('Must be an image file');
    expect(await check('a.exe', 'application/octet-stream', 1)).toBe('Invalid file. Please check file type and size.');
    expect(await check('a.mp3', 'audio/mpeg', 0)).toBe('Invalid file. Please check file type and size.');
  });
});

describe('profile.update', () => {
  it('[S-7] pays the profile bonus once, when both name and picture exist', async () => {
    const user = await db.createUser();
    const update = (payload: Record<string, unknown>) => outcome(db.asUser(user), action('profile.update', payload));
    const name = `${user}/avatar.png`;
    await putFile(db, user, { bucket: 'avatars', kind: 'png', name });
    const picture = `https://files.example/storage/v1/object/public/avatars/${name}?v=1`;

    expect(await update({ artist_name: '  Nina  ' })).toEqual({ success: true, zaps_earned: 0 });
    expect(await update({ avatar_url: picture })).toEqual({ success: true, zaps_earned: 2 });
    expect(await update({ avatar_url: null })).toEqual({ success: true, zaps_earned: 0 });
    expect(await update({ avatar_url: `${user}/avatar.png?v=2` })).toEqual({ success: true, zaps_earned: 0 });
    expect([
      ...(await db.sql`select p.artist_name, p.avatar_url, b.zaps from public.user_profiles p
                       join public.user_balances b on b.user_id = p.id where p.id = ${user}`),
    ]).toEqual([{ artist_name: 'Nina', avatar_url: `${user}/avatar.png?v=2`, zaps: 2 }]);
  });

  it('[SY-11] refuses invalid names and pictures', async () => {
    const [user, other] = [await db.createUser(), await db.createUser()];
    const update = (payload: Record<string, unknown>) => outcome(db.asUser(user), action('profile.update', payload));

    expect(await update({ artist_name: '' })).toBe('artist_missing');
    expect(await update({ artist_name: 'x'.repeat(51) })).toBe('artist_too_long');
    expect(await update({ artist_name: null })).toBe('invalid_payload');
    for (const avatar_url of [
      'data:image/png;base64,AA',
      'http://tracker.example/a.png',
      `${other}/avatar.png`,
      `${user}/../x.png`,
    ]) {
      expect(await update({ avatar_url }), avatar_url).toBe('avatar_invalid');
    }
  });
});
