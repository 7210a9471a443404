import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TrackView } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { track as trackOf } from '../../../tests/sync/support/kept.ts';
import { createSleepTimer } from './sleep-timer.ts';
import { currentOf } from './queue.ts';
import { readSavedPlayer } from './saved-player.ts';
import { simulatedTrack } from '../../testing/simulated-page.ts';
import { dismissToast, toasts } from '../../engine/toast.ts';
import { abc, openedPlayer } from '../../testing/opened-player.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { id } of toasts.get()) dismissToast(id);
  vi.useRealTimers();
});

function knownTracks() {
  const views = new Map(abc.map(({ id }) => [id, createLive<TrackView | null>(trackOf(id))] as const));
  return { views, withdraw: (...ids: string[]) => ids.forEach((id) => views.get(id)?.set(null)) };
}

describe('a track that was taken down', () => {
  const withdrawn = (title: string) => `${title} is no longer available: It was taken down, and left your queue.`;

  it('stops and leaves the bar and the queue, with a toast; the next track does not count as chosen by the person', async () => {
    const { views, withdraw } = knownTracks();
    const { player, device, simulated, state, pass, toastLines } = openedPlayer(undefined, views);
    await vi.dynamicImportSettled();
    device.isFilled.set(true);
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    pass(3);
    withdraw('b');
    await vi.advanceTimersByTimeAsync(0);
    pass(2);
    expect([state(), simulated.sounding()]).toEqual(['playing', 'https://x/c.mp3']);
    const { queue, isManual } = player.snapshot().context;
    expect([queue.tracks.map(({ id }) => id), isManual]).toEqual([['a', 'c'], false]);
    expect(toastLines()).toEqual([withdrawn('b')]);
    const scope = device.scope.get();
    expect(scope && readSavedPlayer(scope.device)?.queue.tracks.map(({ id }) => id)).toEqual(['a', 'c']);
  });

  it('leaves the player idle if all queued tracks are taken down', async () => {
    const { views, withdraw } = knownTracks();
    const { player, device, simulated, state, pass, toastLines } = openedPlayer(undefined, views);
    await vi.dynamicImportSettled();
    device.isFilled.set(true);
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    pass(3);
    withdraw('a', 'b', 'c');
    await vi.advanceTimersByTimeAsync(0);
    expect([state(), simulated.isWanted(), player.snapshot().context.queue.tracks]).toEqual(['idle', false, []]);
    expect(toastLines()).toEqual(['3 tracks are no longer available: They were taken down, and left your queue.']);
  });

  it('is removed from the saved queue, also if withdrawn while the app was closed, with one toast', async () => {
    const { views, withdraw } = knownTracks();
    withdraw('b');
    const { player, device, state, toastLines } = openedPlayer({ index: 1, positionS: 31 }, views);
    await vi.dynamicImportSettled();
    expect(state()).toBe('paused');
    device.isFilled.set(true);
    await vi.advanceTimersByTimeAsync(0);
    expect([state(), currentOf(player.snapshot().context.queue)?.id, player.progress.get().positionS]).toEqual([
      'paused',
      'c',
      0,
    ]);
    expect(toastLines()).toEqual([withdrawn('b')]);
    const scope = device.scope.get();
    expect(scope && readSavedPlayer(scope.device)).toMatchObject({ positionS: 0, queue: { index: 1 } });
    // A press on the new current track counts as chosen by the person.
    player.send({ type: 'play.requested' });
    expect(player.snapshot().context.isManual).toBe(true);
  });

  it('shows no toast to the person who took it down', async () => {
    const own = createLive<TrackView | null>({ ...trackOf('a'), user_id: 'me' });
    const { player, device, toastLines } = openedPlayer(undefined, new Map([['a', own]]));
    await vi.dynamicImportSettled();
    device.isFilled.set(true);
    player.send({ type: 'tracks.play', tracks: [{ ...simulatedTrack('a'), userId: 'me' }], startIndex: 0 });
    own.set(null);
    await vi.advanceTimersByTimeAsync(0);
    expect([player.snapshot().context.queue.tracks, toastLines()]).toEqual([[], []]);
  });

  it('shows a toast if the person had kept it on the device', async () => {
    const { device, toastLines } = openedPlayer();
    await vi.dynamicImportSettled();
    device.withdrawn.set(1);
    expect(toastLines()).toEqual(['A saved track is no longer available: It was taken down, and left this device.']);
  });

  it.each([
    [
      'pauses the player at the start of the list, if it was the last track and nothing repeats',
      2,
      'off',
      'paused',
      'a',
    ],
    ['lets playback go on at the start of a list that repeats', 2, 'all', 'playing', 'a'],
    ['lets the next track play, even if the removed one was set to repeat', 0, 'one', 'playing', 'b'],
  ] as const)('%s', async (_, startIndex, repeat, then, current) => {
    const { views, withdraw } = knownTracks();
    const { player, device, state, pass } = openedPlayer(undefined, views);
    await vi.dynamicImportSettled();
    device.isFilled.set(true);
    player.send({ type: 'tracks.play', tracks: abc, startIndex });
    player.send({ type: 'repeat.chosen', repeat });
    pass(3);
    withdraw(abc[startIndex]?.id ?? '');
    await vi.advanceTimersByTimeAsync(0);
    if (then === 'playing') pass(2);
    expect([state(), currentOf(player.snapshot().context.queue)?.id]).toEqual([then, current]);
  });

  it('stops playback for a sleep timer set to the end of the track', async () => {
    const { views, withdraw } = knownTracks();
    const { player, device, state, pass, toastLines } = openedPlayer(undefined, views);
    await vi.dynamicImportSettled();
    const sleep = player.sleepTimer(createSleepTimer);
    device.isFilled.set(true);
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    pass(3);
    sleep.setTrackEnd();
    withdraw('a');
    await vi.advanceTimersByTimeAsync(0);
    expect([state(), sleep.current.get()]).toEqual(['paused', null]);
    expect(toastLines()).toContain('Sleep timer: It stopped the sound.');
  });
});
