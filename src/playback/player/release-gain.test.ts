import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TrackView } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { track as trackOf } from '../../../tests/sync/support/kept.ts';
import { openedPlayer } from '../../testing/opened-player.ts';
import { simulatedTrack } from '../../testing/simulated-page.ts';
import { queueFrom } from './queue.ts';
import { readSavedPlayer, savePlayer } from './saved-player.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Row {
  release?: string;
  lufs: number | null;
  peak?: number;
  durationMs?: number;
}

function liveRow(id: string, { release, lufs, peak = -1, durationMs = 60_000 }: Row) {
  return createLive<TrackView | null>({
    ...trackOf(id),
    duration_ms: durationMs,
    loudness_lufs: lufs,
    true_peak_dbtp: lufs === null ? null : peak,
    release_id: release ?? null,
  });
}

/** A player of queued tracks, one for each row, in the order of the rows. */
function playerOf(rows: Record<string, Row>) {
  const replica = new Map(Object.entries(rows).map(([id, row]) => [id, liveRow(id, row)]));
  const opened = openedPlayer(undefined, replica);
  const { player, simulated } = opened;
  return {
    ...opened,
    replica,
    play: (startIndex: number, queued = Object.keys(rows).map(simulatedTrack)) =>
      player.send({ type: 'tracks.play', tracks: queued, startIndex }),
    db: () => 20 * Math.log10(simulated.volume()),
  };
}

const loud = { release: 'r', lufs: -8 };
const quiet = { release: 'r', lufs: -20 };
/** The gain in dB that `loud` and `quiet` share if they are equally long. */
const BOTH_DB = -14 - 10 * Math.log10((10 ** -0.8 + 10 ** -2) / 2);

describe('the volume of tracks of one release that follow each other', () => {
  it('is lowered by one factor, so that they keep their proportions', () => {
    const { play, player, db } = playerOf({ a: loud, b: quiet });
    play(0);
    expect(db()).toBeCloseTo(BOTH_DB);
    player.send({ type: 'next.requested' });
    expect(db()).toBeCloseTo(BOTH_DB);
  });

  it('weighs long tracks more', () => {
    const { play, db } = playerOf({ a: { ...loud, durationMs: 180_000 }, b: quiet });
    play(1);
    expect(db()).toBeCloseTo(-14 - 10 * Math.log10(0.75 * 10 ** -0.8 + 0.25 * 10 ** -2));
  });

  it('is lowered until their highest peak does not clip, and never raised', () => {
    const clipping = playerOf({ a: { ...quiet, peak: -9 }, b: { ...quiet, peak: 1.5 } });
    clipping.play(0);
    expect(clipping.db()).toBeCloseTo(-1.5);
    const silent = playerOf({ a: quiet, b: quiet });
    silent.play(0);
    expect(silent.db()).toBeCloseTo(0);
  });

  it('is lowered also for a track that was not measured', () => {
    const { play, db } = playerOf({ a: { release: 'r', lufs: null }, b: { release: 'r', lufs: -8 } });
    play(0);
    expect(db()).toBeCloseTo(-6);
  });

  it('is no longer shared where another track is between them', () => {
    const { play, player, db } = playerOf({ a: loud, x: { lufs: -11 }, b: quiet, y: { ...loud, release: 's' } });
    play(0);
    expect(db()).toBeCloseTo(-6);
    for (const expected of [-3, 0, -6]) {
      player.send({ type: 'next.requested' });
      expect(db()).toBeCloseTo(expected);
    }
  });

  it('is chosen for each track alone in a shuffled queue', () => {
    const { play, player, db } = playerOf({ a: loud, b: quiet });
    player.send({ type: 'shuffle.switched' });
    play(0);
    expect(db()).toBeCloseTo(-6);
  });

  it('is chosen for each track alone if the list was shuffled before it was queued', () => {
    const { play, player, db } = playerOf({ a: loud, b: quiet });
    play(0, [{ ...simulatedTrack('a'), isShuffled: true }, simulatedTrack('b')]);
    expect(db()).toBeCloseTo(-6);
    player.send({ type: 'next.requested' });
    expect(db()).toBeCloseTo(0);
  });

  it('stays within a track when its neighbours change, and follows them from the next load', () => {
    const { play, player, db } = playerOf({ a: loud, b: quiet });
    play(0);
    player.send({ type: 'queue.removed', index: 1 });
    expect(db()).toBeCloseTo(BOTH_DB);
    play(0, [simulatedTrack('a')]);
    expect(db()).toBeCloseTo(-6);
  });

  it('stays when frozen playback makes the player load the track again', () => {
    const { play, player, simulated, pass, db } = playerOf({ a: loud, b: quiet });
    play(0);
    pass(2);
    player.send({ type: 'queue.removed', index: 1 });
    const load = vi.spyOn(simulated.output, 'load');
    player.send({ type: 'audio.frozen', loadId: 1 });
    expect(load.mock.calls.map(([{ loadId }]) => loadId)).toEqual([2]);
    expect(db()).toBeCloseTo(BOTH_DB);
  });

  it('changes within a track once this track itself is measured, not for a neighbour', async () => {
    const { play, replica, db } = playerOf({ a: { ...loud, lufs: null }, b: { ...quiet, lufs: null } });
    await vi.dynamicImportSettled();
    play(0);
    expect(db()).toBeCloseTo(0);
    replica.get('b')?.set(liveRow('b', quiet).get());
    expect(db()).toBeCloseTo(0);
    replica.get('a')?.set(liveRow('a', loud).get());
    expect(db()).toBeCloseTo(BOTH_DB);
    replica.get('a')?.set(liveRow('a', { ...loud, lufs: -4 }).get());
    expect(db()).toBeCloseTo(BOTH_DB);
  });

  it('is not lowered while the switch is off', () => {
    const { play, page, db } = playerOf({ a: loud, b: quiet });
    play(0);
    page.setNormalizesLoudness(false);
    expect(db()).toBeCloseTo(0);
    page.setNormalizesLoudness(true);
    expect(db()).toBeCloseTo(BOTH_DB);
  });

  it('follows the queued copies while the rows are missing, as in a rebuild', () => {
    const { play, replica, db } = playerOf({ a: loud, b: quiet });
    for (const row of replica.values()) row.set(null);
    const copy = (id: string, lufs: number) => ({
      ...simulatedTrack(id),
      releaseId: 'r',
      loudness: { lufs, truePeakDbtp: -1 },
    });
    play(0, [copy('a', -8), copy('b', -20)]);
    expect(db()).toBeCloseTo(BOTH_DB);
  });
});

it('a saved queue keeps the release of each track, and a track may have none', () => {
  const { device } = openedPlayer();
  const scope = device.scope.get();
  if (!scope) throw new Error('a person must be signed in');
  const tracks = [{ ...simulatedTrack('a'), releaseId: 'r', isShuffled: true as const }, simulatedTrack('b')];
  savePlayer(scope.device, { queue: queueFrom(tracks, 0), positionS: 0, volume: { value: 1, isMuted: false } }, 'all');
  expect(readSavedPlayer(scope.device)?.queue.tracks).toEqual(tracks);
});
