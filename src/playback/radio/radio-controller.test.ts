import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StreamOutput, StreamSignal } from '../output/stream-output.ts';
import { dismissToast, toasts } from '../../engine/toast.ts';
import { simulatedSound } from '../../testing/simulated-page.ts';
import { openRadio } from './radio-controller.ts';
import type { Airing, StationAnswer } from './station.ts';

const T = Date.UTC(2026, 10, 21, 12);

beforeEach(() => vi.useFakeTimers({ now: T }));
afterEach(() => {
  for (const { id } of toasts.get()) dismissToast(id);
  vi.useRealTimers();
});

const airing = (title: string, startsAt: number): Airing => ({
  song: { id: null, title, artist: 'A', art: null },
  startsAt,
  durationMs: null,
});

function open() {
  let hear: (signal: StreamSignal) => void = () => undefined;
  let connectionId = 0;
  let loudness: { volume: number; isMuted: boolean } = { volume: 1, isMuted: false };
  const answer: StationAnswer = {
    listenUrl: 'https://station/radio.mp3',
    burstS: 16,
    isOnline: true,
    listeners: 1,
    streamer: null,
    now: airing('Second', T),
    before: [airing('First', T - 200_000)],
    next: null,
  };
  const output: StreamOutput = {
    connect: (source) => void (connectionId = source.connectionId),
    drop: () => undefined,
    setVolume: (volume) => void (loudness = { ...loudness, volume }),
    setMuted: (isMuted) => void (loudness = { ...loudness, isMuted }),
    latency: () => ({ bufferedS: 2, lagS: 0 }),
    onSignal: (listener) => {
      hear = listener;
      return () => undefined;
    },
  };
  const { sound, lockScreen, pressOnLockScreen, otherPageSounds } = simulatedSound();
  sound.volume.set(0.5);
  const radio = openRadio({ base: 'https://station', output, sound, ask: () => Promise.resolve(answer) });
  return {
    radio,
    sound,
    sounds: () => hear({ type: 'stream.sounding', connectionId }),
    otherPageSounds,
    loudness: () => loudness,
    lockScreen,
    pressOnLockScreen,
    pass: (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000),
  };
}

describe("the page's radio", () => {
  it('clears the lock screen when it stops while a new title is delayed', async () => {
    const { radio, sounds, lockScreen, pass, pressOnLockScreen } = open();
    radio.start('bar');
    sounds();
    await pass(1);
    // The station sends its second song; the listener is 16 s behind.
    expect(lockScreen()).toBe('radio: First, playing');
    pressOnLockScreen('stop');
    expect([radio.state.get(), lockScreen()]).toEqual(['off', null]);
    await pass(60);
    expect(lockScreen()).toBeNull();
  });

  it('owns the page’s sound from its start until it is off, however it ends', () => {
    const { radio, sound } = open();
    const { part, assign } = sound.owner;
    radio.start('bar');
    expect(part.get()).toBe('radio');
    radio.pause();
    expect(part.get()).toBe('radio');
    radio.stop();
    expect(part.get()).toBe('player');
    radio.start('gate');
    assign('player');
    expect([radio.state.get(), toasts.get().map(({ title }) => title)]).toEqual(['off', ['Radio stopped.']]);
  });

  it('pauses when another page plays, and reconnects at a press on the lock screen', () => {
    const { radio, sounds, otherPageSounds, lockScreen, pressOnLockScreen } = open();
    radio.start('bar');
    sounds();
    otherPageSounds();
    expect([radio.state.get(), lockScreen()]).toEqual(['paused', 'radio: ON AIR, paused']);
    pressOnLockScreen('play');
    expect(radio.state.get()).toBe('connecting');
  });

  it('plays at the volume of the controls that started it: the bar’s, or 0.7 at the gate', () => {
    const { radio, sound, loudness } = open();
    const { volume } = sound;
    radio.start('bar');
    expect(loudness()).toEqual({ volume: 0.5, isMuted: false });
    volume.toggleMute();
    expect(loudness()).toEqual({ volume: 0.5, isMuted: true });
    radio.displace();
    radio.start('gate');
    volume.set(0.1);
    expect(loudness()).toEqual({ volume: 0.7, isMuted: false });
  });
});
