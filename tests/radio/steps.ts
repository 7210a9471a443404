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
  /** Id of the tracks' owner. */
  readonly artist: string;
  readonly station: ReturnType<typeof prepareStation>;
  icecast: Daemon;
  readonly liquidsoap: Daemon;
}

export interface Step {
  readonly title: string;
  /** @returns a short description of what was observed */
  run(test: RadioTest): Promise<string>;
}

export const tracks: readonly ToneTrack[] = [
  { title: 'First Light', tone: 500, seconds: 14 },
  { title: 'Second Wind', tone: 700, seconds: 14 },
];
const late: ToneTrack = { title: 'Third Rail', tone: 900, seconds: 14 };
const tones = [...tracks, late].map(({ tone }) => tone);
const titles = new Map([...tracks, late].map(({ tone, title }) => [tone, title]));

const look = z.object({
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

/** The station's state, or null while it does not respond. */
export async function ask({ station }: RadioTest): Promise<z.infer<typeof look> | null> {
  const response = await fetch(`${station.address}/api/nowplaying`).catch(() => null);
  if (!response?.ok) return null;
  return z.array(look).parse(await response.json())[0] ?? null;
}

/** @returns the first result of `read` that is not null, and the milliseconds until then */
export async function until<T>(what: string, read: () => Promise<T | null>, withinMs: number): Promise<[T, number]> {
  for (const from = performance.now(); ; await pause(100)) {
    const seen = await read();
    if (seen !== null) return [seen, Math.round(performance.now() - from)];
    if (performance.now() - from > withinMs) throw new Error(`${what}: not within ${withinMs / 1000} s`);
  }
}

/** Connects once the stream is available, and waits for enough of it to judge. */
export async function hear({ station }: RadioTest): Promise<[StreamListener, number]> {
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
    title: 'plays what the playlist of the app lists, as MP3',
    async run(test) {
      const [listener, ms] = await hear(test);
      assert.equal(listener.contentType, 'audio/mpeg');
      const [tone] = await until('A tone', () => toneAtEnd(listener.bytes(), tones), 20_000);
      listener.stop();
      return `stream ${(ms / 1000).toFixed(1)} s after the start, ${titles.get(tone)} is heard`;
    },
  },
  {
    title: 'tells what is on air in the form of AzuraCast, for pages of other origins',
    async run(test) {
      const [seen] = await until(
        'The title',
        async () => ((await ask(test))?.now_playing ? await ask(test) : null),
        20_000,
      );
      const song = seen?.now_playing?.song;
      assert.ok(song && tracks.some(({ title }) => title === song.title));
      assert.equal(song.text, `The Tone Makers - ${song.title}`);
      assert.equal(seen?.station.listen_url, `${test.station.address}/listen/undercurrent/radio.mp3`);
      assert.deepEqual([seen?.is_online, seen?.now_playing?.duration], [true, 14]);
      const one = await fetch(`${test.station.address}/api/nowplaying/undercurrent`);
      assert.deepEqual(look.parse(await one.json()).station, seen?.station);
      assert.deepEqual(
        ['access-control-allow-origin', 'content-type'].map((name) => one.headers.get(name)),
        ['*', 'application/json'],
      );
      return song.text;
    },
  },
  {
    title: 'says the title that sounds, and the next when it comes; counts who listens',
    async run(test) {
      const [listener] = await hear(test);
      const first = (await ask(test))?.now_playing?.song.title;
      const [second] = await until(
        'Another title',
        async () => {
          const seen = await ask(test);
          return seen?.now_playing && seen.now_playing.song.title !== first ? seen : null;
        },
        30_000,
      );
      const title = second.now_playing?.song.title;
      assert.equal(second.song_history[0]?.song.title, first);
      // The encoder and the network are a moment behind the announcement.
      const [, ms] = await until(
        `The sound of ${title}`,
        async () => (titles.get((await toneAtEnd(listener.bytes(), tones)) ?? 0) === title ? true : null),
        10_000,
      );
      await until('A listener', async () => ((await ask(test))?.listeners.current === 1 ? true : null), 15_000);
      listener.stop();
      return `${first}, then ${title}, whose sound was clear ${(ms / 1000).toFixed(1)} s after its title`;
    },
  },
  {
    title: 'takes up what is sponsored meanwhile',
    async run(test) {
      await publish(test.stack, test.artist, [late]);
      const [, ms] = await until(
        late.title,
        async () => ((await ask(test))?.now_playing?.song.title === late.title ? true : null),
        60_000,
      );
      return `on air ${(ms / 1000).toFixed(0)} s after it was sponsored`;
    },
  },
  {
    title: 'comes back after Icecast was killed',
    async run(test) {
      const [listener] = await hear(test);
      await test.icecast.stop('SIGKILL');
      await until('The end', async () => (listener.hasEnded() ? true : null), 5_000);
      test.icecast = test.station.startIcecast();
      const [again, ms] = await hear(test);
      await until('A tone', () => toneAtEnd(again.bytes(), tones), 20_000);
      again.stop();
      return `stream again after ${(ms / 1000).toFixed(1)} s`;
    },
  },
];
