import { bootState } from '../../boot/contract.ts';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { AudioOutput, AudioSignal } from './audio-output.ts';
import { silentWav } from '../../testing/silent-wav.ts';
import { createHowlerOutput } from './howler-output.ts';

const EARLY = 'https://x/early.mp3';
let output: AudioOutput;
let signals: AudioSignal[];
let unsubscribe: () => void;
let releaseCalls = 0;

// Browsers allow sound only after a user gesture.
beforeAll(() => userEvent.click(document.body));
beforeEach(() => {
  output = createHowlerOutput();
  signals = [];
  releaseCalls = 0;
  unsubscribe = output.onSignal((signal) => signals.push(signal));
});
afterEach(() => {
  unsubscribe();
  output.unload();
  delete bootState().sound;
  vi.unstubAllGlobals();
});

/** @returns the element, already playing */
async function startEarlySound(seconds: number): Promise<HTMLAudioElement> {
  const element = new Audio(URL.createObjectURL(silentWav(seconds)));
  bootState().sound = { url: EARLY, element, spare: [], release: () => releaseCalls++ };
  await element.play();
  await expect.poll(() => element.currentTime).toBeGreaterThan(0.2);
  return element;
}

it('the output takes over audio that already plays, without a restart or a gap, and counts the time already heard', async () => {
  const element = await startEarlySound(20);
  const events: string[] = [];
  for (const type of ['emptied', 'pause', 'seeking', 'waiting'])
    element.addEventListener(type, () => events.push(type));
  const at = element.currentTime;
  output.load({ loadId: 1, url: EARLY, startS: 7, durationS: 20, play: true });
  await expect.poll(() => signals.map(({ type }) => type)).toEqual(['audio.ready', 'audio.playing']);
  const { positionS, running, heardBeforeMs, durationS } = output.position();
  expect(running).toBe(true);
  expect(durationS).toBe(20);
  expect(positionS).toBeGreaterThanOrEqual(at);
  expect(positionS).toBeLessThan(7);
  expect(heardBeforeMs).toBeGreaterThan(150);
  expect(heardBeforeMs).toBeLessThanOrEqual(positionS * 1000);
  expect(events).toEqual([]);
  expect([releaseCalls, bootState().sound]).toEqual([1, undefined]);
  output.pause();
  expect(element.paused).toBe(true);
  output.load({ loadId: 2, url: EARLY, startS: 0, durationS: 20, play: false });
  // The element went back to the pool and was reused.
  expect([element.getAttribute('src'), output.position()]).toMatchObject([EARLY, { positionS: 0, heardBeforeMs: 0 }]);
});

it('the output stops the early audio when another track is loaded', async () => {
  const element = await startEarlySound(20);
  output.load({ loadId: 1, url: 'https://x/other.mp3', startS: 0, durationS: 20, play: false });
  expect([element.paused, element.getAttribute('src'), releaseCalls, bootState().sound]).toEqual([
    true,
    null,
    1,
    undefined,
  ]);
});

it('the output reports the end of early audio that ended before the load', async () => {
  const element = await startEarlySound(0.5);
  await expect.poll(() => element.ended).toBe(true);
  output.load({ loadId: 1, url: EARLY, startS: 0, durationS: 20, play: true });
  await expect.poll(() => signals.at(-1)).toEqual({ type: 'audio.ended', loadId: 1 });
  expect(element.ended).toBe(true);
});

it('the output reports audio.frozen when the position stops although data is buffered', async () => {
  const element = await startEarlySound(20);
  output.load({ loadId: 1, url: EARLY, startS: 0, durationS: 20, play: true });
  await expect.poll(() => signals.at(-1)?.type).toBe('audio.playing');
  Object.defineProperty(element, 'currentTime', { value: element.currentTime });
  await expect.poll(() => signals.at(-1)).toEqual({ type: 'audio.frozen', loadId: 1 });
  expect(element.paused).toBe(false);
});

it('the output reports when neither sound nor bytes arrive, and when bytes arrive again', async () => {
  const element = new Audio();
  Object.defineProperties(element, {
    play: { value: () => new Promise(() => undefined) },
    paused: { value: false },
  });
  bootState().sound = { url: EARLY, element, spare: [], release: () => releaseCalls++ };
  const begun = performance.now();
  output.load({ loadId: 1, url: EARLY, startS: 0, durationS: 20, play: true });
  await expect.poll(() => signals.at(-1)).toEqual({ type: 'audio.silent', loadId: 1 });
  expect(performance.now() - begun).toBeGreaterThan(2_000);
  expect(performance.now() - begun).toBeLessThan(4_000);
  element.dispatchEvent(new Event('progress'));
  expect(signals.at(-1)).toEqual({ type: 'audio.recovered', loadId: 1 });
  const silences = () => signals.filter(({ type }) => type === 'audio.silent').length;
  expect(silences()).toBe(1);
  // A silence is reported once, and again only after bytes have arrived or audio has played in between.
  await expect.poll(silences).toBe(2);
  element.dispatchEvent(new Event('playing'));
  await expect.poll(silences).toBe(3);
});

const part = () => new Response(new Uint8Array(2), { status: 206 });
it.each([
  ['network', 'is unreachable and partly cached', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['network', 'is on a server that answers 503', () => Promise.resolve(new Response(null, { status: 503 }))],
  ['network', 'is on a server that answers 429', () => Promise.resolve(new Response(null, { status: 429 }))],
  ['missing', 'is deleted and partly cached', () => Promise.resolve(new Response(null, { status: 404 }))],
  ['broken', 'exists and cannot be played', () => Promise.resolve(part())],
] as const)('the output reports %s for a file that %s', async (failure, _, fromServer) => {
  vi.stubGlobal('fetch', (_url: string, { cache }: RequestInit) =>
    cache === 'no-store' ? fromServer() : Promise.resolve(part()),
  );
  output.load({ loadId: 1, url: 'https://x/next.mp3', startS: 0, durationS: 20, play: true });
  await expect.poll(() => signals.at(-1)).toEqual({ type: 'audio.failed', loadId: 1, failure });
});

it('the output reports the failure of early audio that failed before the player existed', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const element = new Audio(URL.createObjectURL(new Blob(['no sound'])));
  await expect.poll(() => element.error).not.toBeNull();
  bootState().sound = { url: EARLY, element, spare: [], release: () => releaseCalls++ };
  output.load({ loadId: 1, url: EARLY, startS: 0, durationS: 20, play: false });
  await expect.poll(() => signals.at(-1)).toEqual({ type: 'audio.failed', loadId: 1, failure: 'network' });
});
