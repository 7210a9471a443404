import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { MPEGDecoder } from 'mpg123-decoder';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseMpeg } from '../../functions/_shared/media/mpeg.ts';
import { openTestStack, type TestStack, type TestUser } from '../test-stack.ts';
import { LEVEL, levelAt, makeMp3, withPicture } from './sample-sound.ts';
import { FRAME_MS, SAMPLE_RATE } from './stream-format.ts';

let test: TestStack;
let artist: TestUser;
let base = '';
beforeAll(async () => {
  test = await openTestStack();
  artist = await test.createUser();
  base = `${test.stack.url}/radio`;
});
afterAll(() => test.close());

interface NewTrack {
  readonly title: string;
  readonly bytes?: Uint8Array;
  readonly cover?: string;
  readonly sponsoredAt?: number;
  readonly isOpted?: boolean;
  readonly isPublic?: boolean;
}

/** Yesterday: sponsorships from then are still active (S-46). */
const dayBegins = Date.now() - 86_400_000;

async function addTrack({
  title,
  bytes,
  cover,
  sponsoredAt,
  isOpted = true,
  isPublic = true,
}: NewTrack): Promise<string> {
  const id = randomUUID();
  const name = `${artist.id}/${id}.mp3`;
  if (bytes) await test.stack.storage.putObject({ bucket: 'tracks', name, bytes, ownerId: artist.id });
  const at = sponsoredAt === undefined ? null : new Date(dayBegins + sponsoredAt * 60_000);
  await test.sql`
    insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, cover_url, duration_ms, audio_bytes,
                               radio_opt_in, rights_confirmed, is_public, sponsored, sponsored_at)
    values (${id}, ${artist.id}, ${title}, 'Someone', 'House', ${name}, ${cover ?? null}, 4000, 64000,
            ${isOpted}, true, ${isPublic}, ${at !== null}, ${at})`;
  return id;
}

interface OpenStream {
  bytes: Buffer;
  readonly response: Response;
  hasEnded: boolean;
  stop(): void;
}

async function listen(headers: Record<string, string> = {}, radio = base): Promise<OpenStream> {
  const controller = new AbortController();
  const response = await fetch(`${radio}/listen/undercurrent/radio.mp3`, { headers, signal: controller.signal });
  const stream: OpenStream = { bytes: Buffer.alloc(0), response, hasEnded: false, stop: () => controller.abort() };
  const read = async () => {
    for await (const chunk of response.body ?? []) stream.bytes = Buffer.concat([stream.bytes, chunk]);
    stream.hasEnded = true;
  };
  read().catch(() => undefined);
  return stream;
}

const nowPlaying = async () => await (await fetch(`${base}/api/nowplaying/undercurrent`)).json();
const until = <T>(read: () => T | Promise<T>, isRight: (value: T) => boolean) =>
  expect.poll(read, { timeout: 15_000, interval: 100 }).toSatisfy(isRight);

it('reports that it is off air while there is no track (S-19)', async () => {
  const refusal = await fetch(`${base}/radio.mp3`);
  expect(refusal.status).toBe(503);
  expect(await refusal.json()).toEqual({
    statusCode: '503',
    error: 'Off air',
    message:
      'Nothing is on air now. The radio starts with the first track in its queue, unless an operator has stopped it.',
    requestId: refusal.headers.get('x-request-id'),
  });
  expect(await nowPlaying()).toMatchObject({
    now_playing: null,
    playing_next: null,
    song_history: [],
    is_online: false,
  });
  expect(await (await fetch(`${base}/playlist.m3u`)).text()).toBe('#EXTM3U\n');
  expect((await fetch(`${base}/api/nowplaying/other`)).status).toBe(404);
  expect((await fetch(`${base}/radio.mp3`, { method: 'POST' })).status).toBe(405);
});

it('starts by itself, plays all kinds of files as one stream of one format, and skips bad ones (S-19)', async () => {
  const plain = await makeMp3({ seconds: 4, tone: 400, bitrate: 128 });
  const files: [title: string, bytes: Uint8Array | undefined][] = [
    ['Constant', plain],
    ['No file', undefined],
    ['Varying', await makeMp3({ seconds: 4, tone: 500 })],
    ['Too short', await makeMp3({ seconds: 1, tone: 2000, bitrate: 128 })],
    ['Mono at 22 kHz', await makeMp3({ seconds: 4, tone: 600, sampleRate: 22_050, channels: 1, bitrate: 64 })],
    ['Not sound', plain],
    ['Pictured', withPicture(await makeMp3({ seconds: 4, tone: 700, sampleRate: 48_000, bitrate: 320 }), 1_500_000)],
    ['Cut', (await makeMp3({ seconds: 9, tone: 800, bitrate: 128 })).slice(0, 64_321)],
  ];
  // Opt all tracks in at once: a station that found one of them before the others would play it out of order.
  await test.sql`update public.tracks set radio_opt_in = false`;
  const ids = await Promise.all(
    files.map(([title, bytes], i) => addTrack({ title, sponsoredAt: i, isOpted: false, ...(bytes ? { bytes } : {}) })),
  );
  // Storage refuses a file without audio, but the disk may still hold one.
  const spoiled = await test.stack.storage.findFile('tracks', `${artist.id}/${ids[5]}.mp3`);
  await writeFile(spoiled ?? '', 'RIFF not sound '.repeat(500));
  await test.sql`update public.tracks set radio_opt_in = true where id in ${test.sql(ids)}`;
  await until(nowPlaying, (state) => state.is_online);

  const first = await listen({ range: 'bytes=1000-' });
  expect(first.response.status).toBe(200);
  expect(Object.fromEntries(first.response.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'cache-control': 'no-store',
    'icy-name': 'Undercurrent',
    'icy-br': '128',
    'access-control-allow-origin': '*',
  });
  expect(first.response.headers.get('content-length')).toBeNull();
  await until(
    () => first.bytes.length,
    (length) => length > 250_000,
  );
  first.stop();
  expect(headersOf(first.bytes)).toEqual(new Set(['MPEG-1 Layer III, 128 kbit/s, 44100 Hz, joint stereo']));
  // Each tone lasts four seconds. The listener arrives and leaves in the middle of a tone.
  const sound = await decode(first.bytes);
  const quarter = SAMPLE_RATE / 4;
  const tones: { tone: number; quarters: number }[] = [];
  for (let at = 0; at + quarter <= sound.length; at += quarter) {
    const piece = sound.subarray(at, at + quarter);
    const tone = [400, 500, 600, 700, 800, 2000].find(
      (candidate) => levelAt(candidate, piece, SAMPLE_RATE) > LEVEL * 0.9,
    );
    const last = tones.at(-1);
    if (tone === undefined) continue;
    if (last?.tone === tone) last.quarters += 1;
    else tones.push({ tone, quarters: 1 });
  }
  const round = [400, 500, 600, 700, 800];
  const start = round.indexOf(tones[0]?.tone ?? 0);
  expect(tones.map(({ tone }) => tone)).toEqual(tones.map((_, i) => round[(start + i) % 5]));
  const complete = tones.slice(1, -1).map(({ quarters }) => quarters);
  expect(complete.length).toBeGreaterThanOrEqual(2);
  for (const quarters of complete) expect([15, 16]).toContain(quarters);
});

it('gives listeners who arrive at different times the same stream (S-19)', async () => {
  const first = await listen();
  await until(
    () => first.bytes.length,
    (length) => length > 280_000,
  );
  const second = await listen();
  await until(
    () => second.bytes.length,
    (length) => length > 280_000,
  );
  const length = Math.min(first.bytes.length, second.bytes.length);
  const tail = second.bytes.subarray(length - 20_000, length - 10_000);
  expect(first.bytes.includes(tail)).toBe(true);
  expect((await nowPlaying()).listeners).toEqual({ total: 2, unique: 1, current: 2 });
  first.stop();
  second.stop();
  await until(nowPlaying, (state) => state.listeners.total === 0);
});

it("describes the current track in AzuraCast's format", async () => {
  // On a busy machine the stream may be late. The timeline catches up once all listeners leave.
  let playing = await nowPlaying();
  const behindSeconds = async () => {
    playing = await nowPlaying();
    return Math.abs(playing.now_playing.played_at + playing.now_playing.elapsed - Date.now() / 1000);
  };
  await expect.poll(behindSeconds).toBeLessThan(2);
  const list = await (await fetch(`${base}/api/nowplaying`)).json();
  expect(list).toHaveLength(1);
  expect(list[0].station).toEqual(playing.station);
  expect(playing.station).toMatchObject({
    id: 1,
    name: 'Undercurrent',
    shortcode: 'undercurrent',
    listen_url: `${base}/listen/undercurrent/radio.mp3`,
    mounts: [{ url: `${base}/listen/undercurrent/radio.mp3`, bitrate: 128, format: 'mp3', is_default: true }],
  });
  expect(playing).toMatchObject({ live: { is_live: false, streamer_name: '' }, is_online: true });
  const [row] = await test.sql`select id, title from public.tracks where id = ${playing.now_playing.song.id}`;
  expect(playing.now_playing).toEqual({
    sh_id: expect.any(Number),
    played_at: expect.any(Number),
    duration: 4,
    playlist: 'sponsored',
    streamer: '',
    is_request: false,
    elapsed: expect.any(Number),
    remaining: expect.any(Number),
    song: {
      id: row?.['id'],
      title: row?.['title'],
      artist: 'Someone',
      text: `Someone - ${row?.['title']}`,
      art: null,
      album: '',
      genre: '',
      lyrics: '',
    },
  });
  expect(playing.now_playing.elapsed + playing.now_playing.remaining).toBe(4);
  expect(playing.song_history.length).toBeGreaterThan(3);
});

it('limits the airing of a long track, here and on an external station (S-55)', async () => {
  await test.sql`update public.tracks set deleted_at = now()`;
  await test.sql`update private.media_rules set value = 3000 where rule = 'longest_airing_ms'`;
  try {
    const bytes = await makeMp3({ seconds: 20, tone: 500, bitrate: 128 });
    const long = await addTrack({ title: 'Long', bytes, sponsoredAt: 400 });
    await until(nowPlaying, (state) => state.now_playing?.song.id === long);
    expect((await nowPlaying()).now_playing.duration).toBe(3);
    const address = `${test.stack.url}/functions/v1/radio-playlist/${long}.mp3`;
    expect(await (await fetch(`${base}/playlist.m3u`)).text()).toBe(`#EXTM3U\n#EXTINF:3,Someone - Long\n${address}\n`);
    const part = await fetch(address);
    expect(part.headers.get('content-type')).toBe('audio/mpeg');
    const facts = parseMpeg(new Uint8Array(await part.arrayBuffer()));
    expect(facts?.durationMs).toBeGreaterThan(2900);
    expect(facts?.durationMs).toBeLessThan(3100);
    expect((await fetch(address, { method: 'HEAD' })).status).toBe(200);
    await test.sql`update public.tracks set is_public = false where id = ${long}`;
    expect((await fetch(address)).status).toBe(404);
  } finally {
    await test.sql`update private.media_rules set value = 900000 where rule = 'longest_airing_ms'`;
  }
});

it('plays a newly sponsored track next, with its picture under the origin that the visitor uses (S-19)', async () => {
  const bytes = await makeMp3({ seconds: 30, tone: 900, bitrate: 128 });
  const id = await addTrack({ title: 'Fresh', bytes, cover: `${artist.id}/a cover.png`, sponsoredAt: 60 });
  await until(nowPlaying, (state) => state.now_playing.song.id === id);
  const viaAddress = await (
    await fetch(`http://127.0.0.1:${test.stack.port}/radio/api/nowplaying/undercurrent`)
  ).json();
  const origin = `http://127.0.0.1:${test.stack.port}`;
  expect(viaAddress.now_playing.song.art).toBe(`${origin}/storage/v1/object/public/covers/${artist.id}/a%20cover.png`);
  expect(viaAddress.station.listen_url).toBe(`${origin}/radio/listen/undercurrent/radio.mp3`);
});

it('lists the sponsored tracks for an external station, and the opted-in ones when nothing is sponsored (S-19)', async () => {
  await test.sql`update public.tracks set deleted_at = now()`;
  const address = (id: string) => `${test.stack.url}/storage/v1/object/public/tracks/${artist.id}/${id}.mp3`;
  const opted = await addTrack({ title: 'Opted\r\n#EXTINF:1,Not mine\nhttps://example.com/x.mp3' });
  await addTrack({ title: 'Neither', isOpted: false });
  await addTrack({ title: 'Private', isPublic: false });
  const playlist = async (path: string) => await (await fetch(test.stack.url + path)).text();
  expect(await playlist('/radio/playlist.m3u')).toBe(
    `#EXTM3U\n#EXTINF:4,Someone - Opted #EXTINF:1,Not mine https://example.com/x.mp3\n${address(opted)}\n`,
  );
  const later = await addTrack({ title: 'Later', sponsoredAt: 200 });
  const earlier = await addTrack({ title: 'Earlier', sponsoredAt: 100 });
  await addTrack({ title: 'Hidden', sponsoredAt: 50, isPublic: false });
  await addTrack({ title: 'Taken back', sponsoredAt: 50, isOpted: false });
  const wanted = `#EXTM3U\n#EXTINF:4,Someone - Earlier\n${address(earlier)}\n#EXTINF:4,Someone - Later\n${address(later)}\n`;
  expect(await playlist('/radio/playlist.m3u')).toBe(wanted);
  expect(await playlist('/functions/v1/radio-playlist')).toBe(wanted);
  const response = await fetch(`${base}/playlist.m3u`);
  expect(response.headers.get('content-type')).toBe('audio/x-mpegurl');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect((await fetch(`${base}/playlist.m3u`, { method: 'POST' })).status).toBe(405);
});

it('the server announces an external station instead of its own, and its content security policy allows it', async () => {
  const other = await openTestStack({ radioUrl: 'http://radio.example.com:8000/' });
  try {
    const { url } = other.stack;
    const config = await (await fetch(`${url}/.well-known/undercurrent.json`)).json();
    expect(config.radioUrl).toBe('http://radio.example.com:8000');
    expect((await fetch(`${url}/radio/api/nowplaying`)).status).toBe(404);
    expect(await (await fetch(`${url}/radio/playlist.m3u`)).text()).toBe('#EXTM3U\n');
    const { contentPolicy } = await import('../app/content-policy.ts');
    const policy = contentPolicy('', 'localhost:8080', config.radioUrl, ['pictures.example.com']).split('; ');
    // Only these hosts: the owner of another one could learn who views which file.
    const hosts = 'https://localhost:8080 http://radio.example.com:* https://pictures.example.com';
    expect(policy).toContain(`img-src 'self' data: blob: ${hosts}`);
    expect(policy).toContain(`media-src 'self' blob: ${hosts}`);
    expect(policy).toContain(`connect-src 'self' ws://localhost:8080 wss://localhost:8080 ${hosts}`);
  } finally {
    await other.close();
  }
  await expect(openTestStack({ radioUrl: 'radio.example.com' })).rejects.toThrow(
    'RADIO_URL must be an address like https://radio.example.com, not radio.example.com.',
  );
});

it('stops at once although somebody listens', async () => {
  const other = await openTestStack();
  try {
    const { id } = await other.createUser();
    const name = `${id}/a.mp3`;
    const bytes = await makeMp3({ seconds: 20, tone: 440, bitrate: 128 });
    await other.stack.storage.putObject({ bucket: 'tracks', name, bytes, ownerId: id });
    await other.sql`
      insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes,
                                 radio_opt_in, rights_confirmed)
      values (${randomUUID()}, ${id}, 'Last', 'Someone', 'House', ${name}, 20000, 320000, true, true)`;
    const radio = `${other.stack.url}/radio`;
    await until(
      async () => (await fetch(`${radio}/radio.mp3`, { method: 'HEAD' })).status,
      (status) => status === 200,
    );
    const stream = await listen({}, radio);
    await until(
      () => stream.bytes.length,
      (length) => length > 0,
    );
    const from = performance.now();
    await other.stack.stop();
    expect(performance.now() - from).toBeLessThan(2_000);
    await until(
      () => stream.hasEnded,
      (hasEnded) => hasEnded,
    );
  } finally {
    await other.close();
  }
});

/** @throws Error where a frame does not follow the one before */
function headersOf(bytes: Buffer): Set<string> {
  const found = new Set<string>();
  const modes = ['stereo', 'joint stereo', 'dual channel', 'mono'];
  for (let at = 0; at + 4 <= bytes.length;) {
    const header = bytes.readUInt32BE(at);
    if (header >>> 17 !== 0x7ffd) throw new Error(`There is no MPEG-1 Layer III frame at ${at}`);
    const [bitrate, rate] = [(header >>> 12) & 15, (header >>> 10) & 3];
    found.add(
      `MPEG-1 Layer III, ${[0, 32, 40, 48, 56, 64, 80, 96, 112, 128][bitrate]} kbit/s, ${[44_100, 48_000, 32_000][rate]} Hz, ${modes[(header >>> 6) & 3]}`,
    );
    at += 417 + ((header >>> 9) & 1);
  }
  return found;
}

async function decode(bytes: Buffer): Promise<Float32Array> {
  const decoder = new MPEGDecoder();
  await decoder.ready;
  const { channelData, sampleRate, samplesDecoded, errors } = decoder.decode(new Uint8Array(bytes));
  decoder.free();
  expect([sampleRate, errors]).toEqual([SAMPLE_RATE, []]);
  expect(Math.abs(samplesDecoded / 1152 - bytes.length / ((128 * FRAME_MS) / 8))).toBeLessThan(4);
  return channelData[0] ?? new Float32Array(0);
}
