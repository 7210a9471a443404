import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { silentWav } from '../../testing/silent-wav.ts';
import type { AudioOutput, AudioSignal } from './audio-output.ts';
import { createHowlerOutput } from './howler-output.ts';

const LENGTH_S = 2;
/** Elements report a duration that is shorter by this, so that a start that a busy machine delays is still before the end. */
const UNREPORTED_S = 0.4;
const [FIRST, NEXT] = [1, 2];
let output: AudioOutput;
let signals: AudioSignal[];
/** In the order in which they were first started. */
let started: HTMLMediaElement[];
/** Whether the first element had ended at each `audio.ended` of the first source. */
let hadEnded: boolean[];
let events: string[];
let unsubscribe: () => void;
/** The pool reuses elements in the next test. */
let testEnd: AbortController;
/** The browser's answers to the next starts of the second element; it plays after the last one. */
let refusals: string[];

const url = () => URL.createObjectURL(silentWav(LENGTH_S + UNREPORTED_S));
const typesOf = (loadId: number | undefined) =>
  signals.filter((signal) => signal.loadId === loadId).map(({ type }) => type);

beforeAll(async () => {
  await userEvent.click(document.body);
  // The output imports this file at its first source, which may end before the test server has the file ready.
  await import('./gapless.ts');
});
beforeEach(() => {
  [signals, started, hadEnded, events, refusals] = [[], [], [], [], []];
  testEnd = new AbortController();
  const duration = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'duration')?.get;
  vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return Number(duration?.call(this)) - UNREPORTED_S;
  });
  const play = HTMLMediaElement.prototype.play;
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    if (!started.includes(this)) {
      started.push(this);
      this.addEventListener('ended', () => events.push(`ended ${nameOf(this)}`), {
        capture: true,
        signal: testEnd.signal,
      });
    }
    events.push(`play ${nameOf(this)}`);
    const refusal = nameOf(this) === 'next' ? refusals.shift() : undefined;
    return refusal === undefined ? play.call(this) : Promise.reject(new DOMException('', refusal));
  });
  output = createHowlerOutput();
  unsubscribe = output.onSignal((signal) => signals.push(signal));
});
afterEach(() => {
  testEnd.abort();
  unsubscribe();
  output.unload();
  output.prepare(null);
  vi.restoreAllMocks();
});

const nameOf = (element: HTMLMediaElement) => (started[0] === element ? 'first' : 'next');

/** Plays the first source, and loads the next one when the first ends. */
async function playTwo({ next = url(), durationS = LENGTH_S, onEnd = () => {} } = {}): Promise<void> {
  const stop = output.onSignal((signal) => {
    if (signal.type !== 'audio.ended' || signal.loadId !== FIRST) return;
    hadEnded.push(started[0]?.ended ?? false);
    output.load({ loadId: NEXT, url: next, startS: 0, durationS: LENGTH_S, play: true });
    stop();
    onEnd();
  });
  output.load({ loadId: FIRST, url: url(), startS: 0, durationS, play: true });
  await expect.poll(() => typesOf(FIRST)).toContain('audio.playing');
}

it('the next source starts before the end of the last one, which plays to its end at its own volume', async () => {
  const next = url();
  output.setVolume(0.8);
  await playTwo({ next, onEnd: () => output.setVolume(0.3) });
  output.prepare(next);
  await expect.poll(() => events).toContain('play next');
  expect(started.map(({ volume }) => volume)).toEqual([0.8, 0.3]);
  await expect.poll(() => typesOf(NEXT)).toEqual(['audio.ready', 'audio.playing']);
  await expect.poll(() => events).toContain('ended first');
  expect(events.slice(0, 3)).toEqual(['play first', 'play next', 'ended first']);
  expect(hadEnded).toEqual([false]);
  expect(typesOf(FIRST).filter((type) => type === 'audio.ended')).toHaveLength(1);
  expect([started[0]?.getAttribute('src'), output.position().running]).toEqual([null, true]);
});

it('a mute is heard in both sources, and a pause stops both', async () => {
  const next = url();
  await playTwo({
    next,
    onEnd() {
      output.setMuted(true);
      expect(started.map(({ muted }) => muted)).toEqual([true, true]);
      output.setMuted(false);
      output.pause();
    },
  });
  output.prepare(next);
  await expect.poll(() => hadEnded).toEqual([false]);
  expect(started.map(({ paused }) => paused)).toEqual([true, true]);
  expect(output.position().positionS).toBeLessThan(0.1);
  expect(started[0]?.getAttribute('src')).toBe(null);
});

it('a volume of zero silences both sources', async () => {
  const next = url();
  await playTwo({ next, onEnd: () => output.setVolume(0) });
  output.prepare(next);
  await expect.poll(() => hadEnded).toEqual([false]);
  expect(started.map(({ volume }) => volume)).toEqual([0, 0]);
});

it('a pause by the browser stops both sources', async () => {
  const next = url();
  await playTwo({ next });
  output.prepare(next);
  await expect.poll(() => typesOf(NEXT)).toContain('audio.playing');
  started[1]?.pause();
  await expect.poll(() => typesOf(NEXT)).toContain('audio.interrupted');
  expect(started.map(({ paused }) => paused)).toEqual([true, true]);
  expect(started[0]?.getAttribute('src')).toBe(null);
});

it('a load before the end is signalled stops the source at once', async () => {
  const next = url();
  await playTwo({ next });
  output.prepare(next);
  output.load({ loadId: NEXT, url: next, startS: 0, durationS: LENGTH_S, play: true });
  expect(started.map((element) => [element.paused, element.hasAttribute('src')])).toEqual([
    [true, false],
    [false, true],
  ]);
});

interface Obstacle {
  isPrepared?: boolean;
  isBroken?: boolean;
  durationS?: number;
  isIphone?: boolean;
  isEndMissing?: boolean;
}

it.each<[string, Obstacle]>([
  ['nothing is prepared', { isPrepared: false }],
  ['the next source cannot be read', { isBroken: true }],
  ['the duration is not the counted one', { durationS: LENGTH_S + 0.2 }],
  ['the device is an iPhone', { isIphone: true }],
  ['the end of the source is not buffered', { isEndMissing: true }],
])('the next source starts at the end if %s', async (_, obstacle) => {
  const { isPrepared = true, isBroken, durationS, isIphone, isEndMissing } = obstacle;
  if (isEndMissing)
    vi.spyOn(HTMLMediaElement.prototype, 'buffered', 'get').mockReturnValue({
      length: 1,
      start: () => 0,
      end: () => LENGTH_S - 0.1,
    });
  if (isIphone) vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone');
  const next = isBroken ? URL.createObjectURL(new Blob(['no sound'])) : url();
  await playTwo({ next, ...(durationS !== undefined && { durationS }) });
  if (isPrepared) output.prepare(next);
  await expect.poll(() => hadEnded).toEqual([true]);
  expect(events.slice(0, 2)).toEqual(['play first', 'ended first']);
});

it('a seek back after the next source was prepared lets the first play on', async () => {
  const next = url();
  await playTwo({ next });
  output.prepare(next);
  await expect.poll(() => output.position().positionS).toBeGreaterThan(LENGTH_S - 0.5);
  output.seek(0.5);
  await expect.poll(() => output.position().positionS).toBeGreaterThan(1);
  expect(events).toEqual(['play first']);
  await expect.poll(() => events).toContain('play next');
  expect(hadEnded).toEqual([false]);
});

it.each([
  ['is started at the end', ['NotAllowedError'], ['audio.ready', 'audio.playing']],
  [
    'is blocked if the browser refuses that too',
    ['NotAllowedError', 'NotAllowedError'],
    ['audio.ready', 'audio.blocked'],
  ],
])('a next source that the browser refuses to start early %s', async (_, answers, expected) => {
  const next = url();
  refusals = [...answers];
  await playTwo({ next });
  output.prepare(next);
  await expect.poll(() => typesOf(NEXT)).toEqual(expected);
  expect(events).toEqual(['play first', 'play next', 'ended first', 'play next']);
  expect(hadEnded).toEqual([false]);
});
