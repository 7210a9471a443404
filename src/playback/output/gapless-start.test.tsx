import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { silentWav } from '../../testing/silent-wav.ts';
import type { AudioOutput, AudioSignal } from './audio-output.ts';
import { createHowlerOutput } from './howler-output.ts';

const LENGTH_S = 20;
let output: AudioOutput;
let signals: AudioSignal[];
let unsubscribe: () => void;

beforeEach(async () => {
  await userEvent.click(document.body);
  signals = [];
  output = createHowlerOutput();
  unsubscribe = output.onSignal((signal) => signals.push(signal));
});
afterEach(() => {
  unsubscribe();
  output.unload();
  output.prepare(null);
  vi.restoreAllMocks();
});

const url = () => URL.createObjectURL(silentWav(LENGTH_S));
const play = (loadId: number, source: string) =>
  output.load({ loadId, url: source, startS: 0, durationS: LENGTH_S, play: true });

it('each source after the first is followed from its load on, so that no event of its start is missed', async () => {
  // Only the code for gapless playback listens for `ratechange`.
  const listen = vi.spyOn(HTMLMediaElement.prototype, 'addEventListener');
  const followed = () => listen.mock.calls.filter(([type]) => type === 'ratechange').length;
  play(1, url());
  await expect.poll(followed).toBe(1);
  play(2, url());
  expect(followed()).toBe(2);
});

/** Elements that stand still at their start once they have been loaded, until they are loaded again. */
function hangPrepared(): Set<HTMLMediaElement> {
  const hung = new Set<HTMLMediaElement>();
  const time = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'currentTime');
  const played = Object.getOwnPropertyDescriptor(HTMLMediaElement.prototype, 'played');
  vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return hung.has(this) ? 0 : Number(time?.get?.call(this));
  });
  vi.spyOn(HTMLMediaElement.prototype, 'played', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return hung.has(this) ? document.createElement('audio').played : played?.get?.call(this);
  });
  const load = HTMLMediaElement.prototype.load;
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(function (this: HTMLMediaElement) {
    hung.delete(this);
    load.call(this);
  });
  return hung;
}

it('a prepared source that hangs at its start is loaded again, and later prepared sources are loaded again before they start', async () => {
  vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.');
  const hung = hangPrepared();
  const loaded = () => vi.mocked(HTMLMediaElement.prototype.load).mock.contexts;
  const started = vi.spyOn(HTMLMediaElement.prototype, 'play');
  const [second, third] = [url(), url()];
  play(1, url());
  await expect.poll(() => output.position().positionS).toBeGreaterThan(0);
  output.prepare(second);
  started.mockImplementationOnce(function (this: HTMLMediaElement) {
    hung.add(this);
    return HTMLMediaElement.prototype.play.call(this);
  });
  play(2, second);
  expect(hung.size).toBe(1);
  await expect.poll(() => hung.size).toBe(0);
  await expect.poll(() => output.position().positionS).toBeGreaterThan(0);
  output.prepare(third);
  const before = loaded().length;
  play(3, third);
  expect(loaded().slice(before)).toContain(started.mock.contexts.at(-1));
  await expect.poll(() => output.position().positionS).toBeGreaterThan(0);
  const types = signals.map(({ type }) => type);
  expect([types.includes('audio.interrupted'), types.includes('audio.blocked')]).toEqual([false, false]);
});
