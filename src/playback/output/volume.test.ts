import { describe, expect, it } from 'vitest';
import { createLive } from '../../../sync/model/live.ts';
import { canSetVolume, createVolume, followVolume, isSilent } from './volume.ts';

describe('a volume', () => {
  it('stays between 0 and 1', () => {
    const volume = createVolume();
    volume.set(1.4);
    expect(volume.get()).toEqual({ value: 1, isMuted: false });
    volume.changeBy(-3);
    expect(volume.get()).toEqual({ value: 0, isMuted: false });
  });

  it('unmutes to the set volume, or to the last audible one if the slider was at 0', () => {
    const volume = createVolume({ value: 0.4, isMuted: false });
    volume.toggleMute();
    expect([volume.get(), isSilent(volume.get())]).toEqual([{ value: 0.4, isMuted: true }, true]);
    volume.toggleMute();
    expect(volume.get()).toEqual({ value: 0.4, isMuted: false });
    volume.set(0);
    expect(isSilent(volume.get())).toBe(true);
    volume.toggleMute();
    expect(volume.get()).toEqual({ value: 0.4, isMuted: false });
  });

  it('unmutes when it is changed while muted', () => {
    const volume = createVolume({ value: 0.4, isMuted: true });
    volume.set(0.6);
    expect(volume.get()).toEqual({ value: 0.6, isMuted: false });
  });

  it('is applied to its output until the output stops following', () => {
    const calls: unknown[] = [];
    const volume = createVolume({ value: 0.5, isMuted: false });
    const fade = createLive(1);
    const gain = createLive(1);
    const stop = followVolume(volume, [fade, gain], {
      setVolume: (value) => calls.push(value),
      setMuted: (isMuted) => calls.push(isMuted),
    });
    volume.toggleMute();
    fade.set(0.5);
    gain.set(0.4);
    stop();
    volume.set(1);
    fade.set(1);
    expect(calls).toEqual([0.5, false, 0.5, true, 0.25, true, 0.1, true]);
  });
});

describe('whether a volume can be set', () => {
  it('is found out by setting it on an element', () => {
    expect(canSetVolume({ volume: 1 })).toBe(true);
    // On iOS an element's volume is always 1.
    const fixed = Object.defineProperty({ volume: 1 }, 'volume', { get: () => 1, set() {} });
    expect(canSetVolume(fixed)).toBe(false);
  });
});
