import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { TestStack } from '../../supabase/local/test-stack.ts';
import type { prepareStation, RealStation } from './daemons.ts';
import { listenTo, type StreamListener } from './listener.ts';
import { publish, toneAtEnd, type ToneTrack } from './music.ts';

type Daemon = ReturnType<RealStation['startIcecast']>;

export interface RadioTest {
  readonly stack: TestStack;
  readonly artist: string;
  readonly station: ReturnType<typeof prepareStation>;
  icecast: Daemon;
  readonly liquidsoap: Daemon;
}

export interface Step {
  readonly title: string;
  run(test: RadioTest): Promise<string>;
}

export const tracks: readonly ToneTrack[] = [
  { title: 'First Light', tone: 500, seconds: 14 },
  { title: 'Second Wind', tone: 700, seconds: 14 },
];
const lateTrack: ToneTrack = { title: 'Third Rail', tone: 900, seconds: 14 };
const tones = [...tracks, lateTrack].map(({ tone }) => tone);
const titles = new Map([...tracks, lateTrack].map(({ tone, title }) => [tone, title]));

const nowPlayingSchema = z.object({
  station: z.object({ listen_url: z.string() }),
  listeners: z.object({ current: z.number() }),
  now_playing: z.nullable(
    z.object({
      played_at: z.number(),
      elapsed: z.number(),
      duration: z.number(),
      song: z.object({ title: z.string(), artist: z.string(), text: z.string() }),
    }),
  ),
  song_history: z.array(z.object({ played_at: z.number(), song: z.object({ title: z.string() }) })),
  is_online: z.boolean(),
});

export async function fetchNowPlaying({ station }: RadioTest): Promise<z.infer<typeof nowPlayingSchema> | null> {
  const response = await fetch(`${station.address}/api/nowplaying`).catch(() => null);
  if (!response?.ok) return null;
  return z.array(nowPlayingSchema).parse(await response.json())[0] ?? null;
}

/** Reads until the value is not null. @returns the value, and the ms that this took */
export async function until<T>(label: string, read: () => Promise<T | null>, withinMs: number): Promise<[T, number]> {
  for (const from = performance.now(); ; await pause(100)) {
    const state = await read();
    if (state !== null) return [state, Math.round(performance.now() - from)];
    if (performance.now() - from > withinMs) throw new Error(`${label}: not within ${withinMs / 1000} s`);
  }
}

/** Connects to the stream, and waits for 64 KB. @returns the listener, and the ms until the stream was there */
export async function connectListener({ station }: RadioTest): Promise<[StreamListener, number]> {
  const connect = async () => {
    const listener = await listenTo(`${station.address}/listen/undercurrent/radio.mp3`).catch(() => null);
    if (listener?.status === 200) return listener;
    listener?.stop();
    return null;
  };
  const [listener, ms] = await until('The stream', connect, 30_000);
  await until('64 KB of it', async () => (listener.bytes().length > 65_536 ? true : null), 20_000);
  return [listener, ms];
}

export const steps: readonly Step[] = [
  {
    title: "the station plays the tracks of the app's playlist, as MP3",
    async run(test) {
      const [listener, ms] = await connectListener(test);
      assert.equal(listener.contentType, 'audio/mpeg');
      const [tone] = await until('A tone', () => toneAtEnd(listener.bytes(), tones), 20_000);
      listener.stop();
      return `stream ${(ms / 1000).toFixed(1)} s after the start, ${titles.get(tone)} is heard`;
    },
  },
  {
    title: "the station reports the song on air in AzuraCast's format, for pages of other origins",
    async run(test) {
      const [state] = await until(
        'The title',
        async () => ((await fetchNowPlaying(test))?.now_playing ? await fetchNowPlaying(test) : null),
        20_000,
      );
      const song = state?.now_playing?.song;
      assert.ok(song && tracks.some(({ title }) => title === song.title));
      assert.equal(song.text, `The Tone Makers - ${song.title}`);
      assert.equal(state?.station.listen_url, `${test.station.address}/listen/undercurrent/radio.mp3`);
      assert.deepEqual([state?.is_online, state?.now_playing?.duration], [true, 14]);
      const response = await fetch(`${test.station.address}/api/nowplaying/undercurrent`);
      assert.deepEqual(nowPlayingSchema.parse(await response.json()).station, state?.station);
      assert.deepEqual(
        ['access-control-allow-origin', 'content-type'].map((name) => response.headers.get(name)),
        ['*', 'application/json'],
      );
      return song.text;
    },
  },
  {
    title: 'the reported title follows the audio, and listeners are counted',
    async run(test) {
      const [listener] = await connectListener(test);
      const first = (await fetchNowPlaying(test))?.now_playing?.song.title;
      const [second] = await until(
        'Another title',
        async () => {
          const state = await fetchNowPlaying(test);
          return state?.now_playing && state.now_playing.song.title !== first ? state : null;
        },
        30_000,
      );
      const title = second.now_playing?.song.title;
      assert.equal(second.song_history[0]?.song.title, first);
      // Encoder and network lag behind the announcement.
      const [, ms] = await until(
        `The sound of ${title}`,
        async () => (titles.get((await toneAtEnd(listener.bytes(), tones)) ?? 0) === title ? true : null),
        10_000,
      );
      await until(
        'A listener',
        async () => ((await fetchNowPlaying(test))?.listeners.current === 1 ? true : null),
        15_000,
      );
      listener.stop();
      return `${first}, then ${title}, whose sound was clear ${(ms / 1000).toFixed(1)} s after its title`;
    },
  },
  {
    title: 'the station plays a track that is sponsored meanwhile',
    async run(test) {
      await publish(test.stack, test.artist, [lateTrack]);
      const [, ms] = await until(
        lateTrack.title,
        async () => ((await fetchNowPlaying(test))?.now_playing?.song.title === lateTrack.title ? true : null),
        60_000,
      );
      return `on air ${(ms / 1000).toFixed(0)} s after it was sponsored`;
    },
  },
  {
    title: 'the station recovers after Icecast was killed',
    async run(test) {
      const [listener] = await connectListener(test);
      await test.icecast.stop('SIGKILL');
      await until('The end', async () => (listener.hasEnded() ? true : null), 5_000);
      test.icecast = test.station.startIcecast();
      const [reconnected, ms] = await connectListener(test);
      await until('A tone', () => toneAtEnd(reconnected.bytes(), tones), 20_000);
      reconnected.stop();
      return `stream again after ${(ms / 1000).toFixed(1)} s`;
    },
  },
];
