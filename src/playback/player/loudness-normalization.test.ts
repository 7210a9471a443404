import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TrackView } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { track as trackOf } from '../../../tests/sync/support/kept.ts';
import { abc, openedPlayer } from '../../testing/opened-player.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Track a is 6 dB louder than the common loudness, b is not measured, c is quieter. */
const rows = () => {
  const row = (id: string, lufs: number | null, peak: number | null) =>
    createLive<TrackView | null>({ ...trackOf(id), loudness_lufs: lufs, true_peak_dbtp: peak });
  return new Map([
    ['a', row('a', -8, -0.2)],
    ['b', row('b', null, null)],
    ['c', row('c', -20, -6)],
  ]);
};
const SIX_DB = 10 ** (-6 / 20);

describe('the volume of tracks that are not equally loud', () => {
  it('is lowered for a loud track, from its first sound, and never raised', () => {
    const { player, simulated, state } = openedPlayer(undefined, rows());
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    expect([state(), simulated.volume()]).toEqual(['loading', SIX_DB]);
    player.send({ type: 'next.requested' });
    expect(simulated.volume()).toBe(1);
    player.send({ type: 'next.requested' });
    expect(simulated.volume()).toBe(1);
  });

  it('is lowered below the volume that the person chose, which stays as shown', () => {
    const { player, simulated } = openedPlayer({ index: 0, positionS: 0 }, rows());
    player.send({ type: 'play.requested' });
    expect(simulated.volume()).toBeCloseTo(0.4 * SIX_DB);
    expect(player.volume.get().value).toBe(0.4);
    player.volume.set(0.8);
    expect(simulated.volume()).toBeCloseTo(0.8 * SIX_DB);
    player.send({ type: 'next.requested' });
    expect(simulated.volume()).toBe(0.8);
  });

  it('is lowered at an automatic change of tracks too', () => {
    const { player, simulated, pass } = openedPlayer(undefined, rows());
    player.send({ type: 'tracks.play', tracks: [...abc].reverse(), startIndex: 1 });
    expect(simulated.volume()).toBe(1);
    pass(62);
    expect([simulated.sounding(), simulated.volume()]).toEqual(['https://x/a.mp3', SIX_DB]);
  });

  it('changes after the loud track has left the output, never while it still sounds', () => {
    const { player, simulated, pass } = openedPlayer(undefined, rows());
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    pass(2);
    const load = vi.spyOn(simulated.output, 'load');
    const setVolume = vi.spyOn(simulated.output, 'setVolume');
    player.send({ type: 'next.requested' });
    expect(setVolume.mock.calls).toEqual([[1]]);
    expect(load.mock.invocationCallOrder[0]).toBeLessThan(setVolume.mock.invocationCallOrder[0] ?? 0);
  });

  it('is lowered further while the sleep timer fades out', () => {
    const { page, player, simulated } = openedPlayer(undefined, rows());
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    page.sound.fade.set(0.5);
    expect(simulated.volume()).toBeCloseTo(0.5 * SIX_DB);
  });

  it('follows the switch at once', () => {
    const { page, player, simulated } = openedPlayer(undefined, rows());
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    page.setNormalizesLoudness(false);
    expect(simulated.volume()).toBe(1);
    page.setNormalizesLoudness(true);
    expect(simulated.volume()).toBe(SIX_DB);
  });

  it('follows the measurement of the server', async () => {
    const replica = rows();
    const { player, simulated } = openedPlayer(undefined, replica);
    await vi.dynamicImportSettled();
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    replica.get('b')?.set({ ...trackOf('b'), loudness_lufs: -8, true_peak_dbtp: -0.2 });
    expect(simulated.volume()).toBe(SIX_DB);
  });

  it('stays while the track’s row is missing, as in a rebuild of the replica', () => {
    const live = rows();
    const { player, simulated } = openedPlayer(undefined, live);
    const [loud] = abc;
    if (!loud) throw new Error('There is no track');
    const copy = { ...loud, loudness: { lufs: -8, truePeakDbtp: -0.2 } };
    player.send({ type: 'tracks.play', tracks: [copy], startIndex: 0 });
    live.get('a')?.set(null);
    player.send({ type: 'pause.requested' });
    expect(simulated.volume()).toBe(SIX_DB);
  });

  it('no longer changes after the player is closed', () => {
    const { page, player, simulated } = openedPlayer(undefined, rows());
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    player.close();
    page.setNormalizesLoudness(false);
    expect(simulated.volume()).toBe(SIX_DB);
  });
});
