import { bootState } from '../../boot/contract.ts';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { AudioOutput, AudioSignal } from './audio-output.ts';
import { createHowlerOutput } from './howler-output.ts';

const EARLY = 'https://x/early.mp3';
let output: AudioOutput;
let heard: AudioSignal[];
let stopHearing: () => void;
let left = 0;

// A page that was touched may sound.
beforeAll(() => userEvent.click(document.body));
beforeEach(() => {
  output = createHowlerOutput();
  heard = [];
  left = 0;
  stopHearing = output.onSignal((signal) => heard.push(signal));
});
afterEach(() => {
  stopHearing();
  output.unload();
  delete bootState().sound;
  vi.unstubAllGlobals();
});

/** Begins a sound before there is a player, as the page itself does. @returns its element, which has sounded for a while */
async function soundBefore(seconds: number): Promise<HTMLAudioElement> {
  const element = new Audio(URL.createObjectURL(silence(seconds)));
  bootState().sound = { url: EARLY, element, spare: [], leave: () => left++ };
  await element.play();
  await expect.poll(() => element.currentTime).toBeGreaterThan(0.2);
  return element;
}

it('goes on with what sounds already: neither from its start, nor silent for a moment, nor unheard before', async () => {
  const element = await soundBefore(20);
  const told: string[] = [];
  for (const type of ['emptied', 'pause', 'seeking', 'waiting']) element.addEventListener(type, () => told.push(type));
  const at = element.currentTime;
  output.load({ loadId: 1, url: EARLY, startS: 7, play: true });
  await expect.poll(() => heard.map(({ type }) => type)).toEqual(['audio.ready', 'audio.playing']);
  const { positionS, running, heardBeforeMs, durationS } = output.position();
  expect(running).toBe(true);
  expect(durationS).toBe(20);
  expect(positionS).toBeGreaterThanOrEqual(at);
  expect(positionS).toBeLessThan(7);
  expect(heardBeforeMs).toBeGreaterThan(150);
  expect(heardBeforeMs).toBeLessThanOrEqual(positionS * 1000);
  expect(told).toEqual([]);
  expect([left, bootState().sound]).toEqual([1, undefined]);
  output.pause();
  expect(element.paused).toBe(true);
  output.load({ loadId: 2, url: EARLY, startS: 0, play: false });
  // The element has gone to the pool, and come from there.
  expect([element.getAttribute('src'), output.position()]).toMatchObject([EARLY, { positionS: 0, heardBeforeMs: 0 }]);
});

it('ends what sounds when another track is to be heard', async () => {
  const element = await soundBefore(20);
  output.load({ loadId: 1, url: 'https://x/other.mp3', startS: 0, play: false });
  expect([element.paused, element.getAttribute('src'), left, bootState().sound]).toEqual([true, null, 1, undefined]);
});

it('says that it has ended of what ended before it was asked for', async () => {
  const element = await soundBefore(0.5);
  await expect.poll(() => element.ended).toBe(true);
  output.load({ loadId: 1, url: EARLY, startS: 0, play: true });
  await expect.poll(() => heard.at(-1)).toEqual({ type: 'audio.ended', loadId: 1 });
  expect(element.ended).toBe(true);
});

it('says of what has sounded that it hangs when its time stands although it has what comes next', async () => {
  const element = await soundBefore(20);
  output.load({ loadId: 1, url: EARLY, startS: 0, play: true });
  await expect.poll(() => heard.at(-1)?.type).toBe('audio.playing');
  Object.defineProperty(element, 'currentTime', { value: element.currentTime });
  await expect.poll(() => heard.at(-1)).toEqual({ type: 'audio.frozen', loadId: 1 });
  expect(element.paused).toBe(false);
});

it('says of sound that is wanted that nothing of it comes, and when something does', async () => {
  // One whose source is asked and never answers.
  const element = new Audio();
  Object.defineProperties(element, {
    play: { value: () => new Promise(() => undefined) },
    paused: { value: false },
  });
  bootState().sound = { url: EARLY, element, spare: [], leave: () => left++ };
  const begun = performance.now();
  output.load({ loadId: 1, url: EARLY, startS: 0, play: true });
  await expect.poll(() => heard.at(-1)).toEqual({ type: 'audio.silent', loadId: 1 });
  expect(performance.now() - begun).toBeGreaterThan(2_000);
  expect(performance.now() - begun).toBeLessThan(4_000);
  element.dispatchEvent(new Event('progress'));
  expect(heard.at(-1)).toEqual({ type: 'audio.heard', loadId: 1 });
  const silences = () => heard.filter(({ type }) => type === 'audio.silent').length;
  expect(silences()).toBe(1);
  // And anew, each time that it had sounded in between.
  await expect.poll(silences).toBe(2);
  element.dispatchEvent(new Event('playing'));
  await expect.poll(silences).toBe(3);
});

const part = () => new Response(new Uint8Array(2), { status: 206 });
it.each([
  ['network', 'is out of reach, and in the cache in part', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['network', 'is on a server in trouble', () => Promise.resolve(new Response(null, { status: 503 }))],
  ['network', 'is on a server that takes a rest', () => Promise.resolve(new Response(null, { status: 429 }))],
  ['missing', 'is gone, and in the cache in part', () => Promise.resolve(new Response(null, { status: 404 }))],
  ['broken', 'is there and does not sound', () => Promise.resolve(part())],
] as const)('says %s of a file that %s', async (failure, _, fromServer) => {
  vi.stubGlobal('fetch', (_url: string, { cache }: RequestInit) =>
    cache === 'no-store' ? fromServer() : Promise.resolve(part()),
  );
  output.load({ loadId: 1, url: 'https://x/next.mp3', startS: 0, play: true });
  await expect.poll(() => heard.at(-1)).toEqual({ type: 'audio.failed', loadId: 1, failure });
});

it('says of a sound that failed before there was a player that it failed', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const element = new Audio(URL.createObjectURL(new Blob(['no sound'])));
  await expect.poll(() => element.error).not.toBeNull();
  bootState().sound = { url: EARLY, element, spare: [], leave: () => left++ };
  output.load({ loadId: 1, url: EARLY, startS: 0, play: false });
  await expect.poll(() => heard.at(-1)).toEqual({ type: 'audio.failed', loadId: 1, failure: 'network' });
});

/** A WAV of nothing to hear, 8000 samples of a byte a second. */
function silence(seconds: number): Blob {
  const size = seconds * 8000;
  const head = new DataView(new ArrayBuffer(44));
  const write = (at: number, text: string) => new Uint8Array(head.buffer).set(new TextEncoder().encode(text), at);
  write(0, 'RIFF');
  head.setUint32(4, 36 + size, true);
  write(8, 'WAVEfmt ');
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, 8000, true);
  head.setUint32(28, 8000, true);
  head.setUint16(32, 1, true);
  head.setUint16(34, 8, true);
  write(36, 'data');
  head.setUint32(40, size, true);
  return new Blob([head, new Uint8Array(size).fill(128)], { type: 'audio/wav' });
}
