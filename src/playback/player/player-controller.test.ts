import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TrackView } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { track as trackOf } from '../../../tests/sync/support/kept.ts';
import { playerDepsOf } from './player-deps.ts';
import { openPlayer } from './player-controller.ts';
import { stateOf } from './player-state.ts';
import { createSleepTimer } from './sleep-timer.ts';
import { createSimulatedOutput, quietWorld } from '../../testing/simulated-output.ts';
import { currentOf, queueFrom, unshuffle } from './queue.ts';
import { readSavedPlayer, savePlayer } from './saved-player.ts';
import { simulatedScopes, simulatedSound } from '../../testing/simulated-page.ts';
import { dismissToast, toasts } from '../../engine/toast.ts';
import { abc, openedPlayer } from '../../testing/opened-player.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  for (const { id } of toasts.get()) dismissToast(id);
  vi.useRealTimers();
});

describe("a person's player", () => {
  it('keeps its restored position, shown and saved, while the track loads [S-22]', () => {
    const { player, simulated, page, state, pass, savedPosition } = openedPlayer({ index: 1, positionS: 31 });
    expect(player.progress.get()).toEqual({ positionS: 31, durationS: 60 });
    player.send({ type: 'play.requested' });
    expect([state(), player.progress.get().positionS]).toEqual(['loading', 31]);
    page.notifyVisibility();
    page.leavePage();
    expect(savedPosition()).toEqual({ index: 1, positionS: 31 });
    pass(2);
    // The interruption makes the player load the track again, from the position that was reached.
    simulated.interrupt();
    expect(savedPosition()).toEqual({ index: 1, positionS: 33 });
    player.send({ type: 'radio.started' });
    player.send({ type: 'radio.stopped' });
    player.send({ type: 'play.requested' });
    page.leavePage();
    expect([state(), player.progress.get().positionS, savedPosition()]).toEqual([
      'loading',
      33,
      { index: 1, positionS: 33 },
    ]);
  });

  it('saves its position every three seconds, at a pause and at a seek', () => {
    const { player, pass, savedPosition } = openedPlayer();
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    expect(savedPosition()).toEqual({ index: 0, positionS: 0 });
    pass(7);
    expect(savedPosition()?.positionS).toBeGreaterThanOrEqual(4);
    player.send({ type: 'pause.requested' });
    expect(savedPosition()?.positionS).toBe(7);
    player.send({ type: 'position.requested', seconds: 20 });
    expect(savedPosition()?.positionS).toBe(20);
  });

  it('updates the position once a second while the page is hidden, and several times a second while it is visible', () => {
    const { player, page, simulated } = openedPlayer();
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    const moves = () => {
      let count = 0;
      const stop = player.progress.subscribe(() => (count += 1));
      for (let step = 0; step < 50; step += 1) {
        simulated.pass(0.1);
        vi.advanceTimersByTime(100);
      }
      stop();
      return count;
    };
    expect(moves()).toBeGreaterThan(15);
    page.setVisible(false);
    expect(moves()).toBe(5);
    page.setVisible(true);
    expect(moves()).toBeGreaterThan(15);
  });

  it('saves the shuffled queue, its original order and the repeat mode for a reload [S-22]', () => {
    const { player, device } = openedPlayer();
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    player.send({ type: 'shuffle.switched' });
    player.send({ type: 'repeat.chosen', repeat: 'one' });
    const { queue } = player.snapshot().context;
    const saved = device.scope.get();
    expect(saved && readSavedPlayer(saved.device)?.queue).toEqual(queue);
    expect(unshuffle(queue)).toEqual({ ...queueFrom(abc, 1), repeat: 'one' });
  });

  it('saves nothing before it plays, nor after another page has begun to play', () => {
    const { player, page, pass, savedPosition } = openedPlayer({ index: 2, positionS: 8 });
    page.leavePage();
    expect(savedPosition()).toEqual({ index: 2, positionS: 8 });
    player.send({ type: 'play.requested' });
    pass(3);
    expect(page.beginCount()).toBe(1);
    page.otherPageSounds();
    const kept = savedPosition();
    player.send({ type: 'position.requested', seconds: 40 });
    page.leavePage();
    expect(savedPosition()).toEqual(kept);
  });

  it('sets the page’s volume to the saved one', () => {
    const { page } = openedPlayer({ index: 0, positionS: 0 });
    expect(page.sound.volume.get()).toEqual({ value: 0.4, isMuted: false });
  });

  it('yields to the radio, and restores queue and position afterwards, paused [S-20]', () => {
    const { player, page, state, pass } = openedPlayer();
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    pass(5);
    page.sound.owner.assign('radio');
    expect([state(), player.snapshot().context.queue.tracks]).toEqual(['radio', []]);
    page.sound.owner.assign('player');
    expect([state(), player.progress.get().positionS]).toEqual(['paused', 5]);
    page.sound.owner.assign('radio');
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    expect([state(), page.sound.owner.part.get()]).toEqual(['loading', 'player']);
  });

  it('starts with its queue set aside if the radio already plays [S-20]', () => {
    const page = simulatedSound();
    const device = simulatedScopes();
    device.become('me');
    const scope = device.scope.get();
    if (!scope) throw new Error('somebody is signed in');
    savePlayer(scope.device, { queue: queueFrom(abc, 1), positionS: 9, volume: { value: 1, isMuted: false } }, 'all');
    page.sound.owner.assign('radio');
    const person = playerDepsOf(scope);
    const { output } = createSimulatedOutput(quietWorld());
    const player = openPlayer({ person, output, sound: page.sound });
    expect(stateOf(player.snapshot())).toBe('radio');
    page.sound.owner.assign('player');
    expect([stateOf(player.snapshot()), player.progress.get().positionS]).toEqual(['paused', 9]);
  });

  it('shows the current track on the lock screen, and clears it with the queue', () => {
    const { player, page, pass } = openedPlayer();
    expect(page.lockScreen()).toBeNull();
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    pass(2);
    expect(page.lockScreen()).toBe('player: b, playing');
    player.send({ type: 'pause.requested' });
    expect(page.lockScreen()).toBe('player: b, paused');
    player.send({ type: 'queue.removed', index: 1 });
    player.send({ type: 'queue.removed', index: 1 });
    player.send({ type: 'queue.removed', index: 0 });
    expect(page.lockScreen()).toBeNull();
  });

  it('shows a renamed track with its current title on the lock screen, although the queue holds an older one', async () => {
    const row = createLive<TrackView | null>({ ...trackOf('b'), title: 'Wet Paint' });
    const { player, page, pass } = openedPlayer(undefined, new Map([['b', row]]));
    await vi.dynamicImportSettled();
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    pass(2);
    expect(page.lockScreen()).toBe('player: Wet Paint, playing');
    row.set({ ...trackOf('b'), title: 'Wet Paint (Dry)' });
    expect(page.lockScreen()).toBe('player: Wet Paint (Dry), playing');
    expect(currentOf(player.snapshot().context.queue)).toBe(abc[1]);
  });

  it('marks the track whose play earned a ZAP, until another load begins', async () => {
    const { player, device, pass } = openedPlayer();
    await vi.dynamicImportSettled();
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    pass(2);
    const result = { success: true, newPlayCount: 1, is_self_play: false, zaps_earned: 1, played_on: '2026-11-21' };
    device.acknowledge({ status: 'applied', trackId: 'b', result });
    expect(player.earned.get()).toBeNull();
    device.acknowledge({ status: 'applied', trackId: 'a', result });
    expect(player.earned.get()).toBe('a');
    player.send({ type: 'next.requested' });
    expect(player.earned.get()).toBeNull();
  });

  it('shows why the server refused a play, unless the track was already counted today or the daily limit is reached', async () => {
    const { device, toastLines } = openedPlayer();
    await vi.dynamicImportSettled();
    const refuse = (message: string) =>
      device.acknowledge({ status: 'rejected', trackId: 'a', result: { code: 'refused', message } });
    refuse('This track was already counted today.');
    refuse('Daily ZAP Limit for plays reached.');
    expect(toastLines()).toEqual([]);
    refuse('Plays cannot be counted faster than they can be heard.');
    expect(toastLines()).toEqual(['ZAP Error: Plays cannot be counted faster than they can be heard.']);
  });

  it('leaves no listener, timer or sound behind when it closes', async () => {
    const { player, page, device, simulated, pass } = openedPlayer();
    await vi.dynamicImportSettled();
    player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    pass(2);
    player.close();
    expect([
      simulated.isWanted(),
      simulated.listenerCount(),
      page.listenerCount(),
      device.listenerCount(),
      vi.getTimerCount(),
    ]).toEqual([false, 0, 0, 0, 0]);
    expect(page.lockScreen()).toBeNull();
  });

  describe('with the sleep timer', () => {
    const minutes = (count: number) => 60 * count;
    const openWithSleepTimer = () => {
      const opened = openedPlayer();
      return { ...opened, sleep: opened.player.sleepTimer(createSleepTimer) };
    };

    it('fades out at the end of its time, pauses, and restores the volume', () => {
      const { player, sleep, page, simulated, state, pass, toastLines } = openWithSleepTimer();
      player.volume.set(0.8);
      player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
      sleep.setMinutes(15);
      expect(sleep.current.get()).toEqual({ kind: 'time', leftS: 900 });
      pass(minutes(15) - 8);
      expect([state(), simulated.volume()]).toEqual(['playing', 0.8]);
      pass(4);
      expect([state(), simulated.volume()]).toEqual(['playing', 0.4]);
      expect(sleep.current.get()).toEqual({ kind: 'time', leftS: 4 });
      pass(4);
      expect([state(), simulated.volume(), sleep.current.get()]).toEqual(['paused', 0.8, null]);
      expect(toastLines()).toEqual(['Sleep timer: It stopped the sound.']);
      expect([page.lockScreen()?.endsWith('paused'), player.volume.get().value]).toEqual([true, 0.8]);
    });

    it('follows the clock while the page’s timers are suspended, and shows a toast when the page is visible again', () => {
      const { player, sleep, page, simulated, state, pass, toastLines } = openWithSleepTimer();
      player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
      pass(1);
      sleep.setMinutes(30);
      page.setVisible(false);
      // Behind a locked screen only the audio element's events still fire.
      vi.setSystemTime(Date.now() + minutes(30) * 1000);
      simulated.pass(1);
      expect([state(), toastLines()]).toEqual(['paused', []]);
      page.setVisible(true);
      expect(toastLines()).toEqual(['Sleep timer: It stopped the sound.']);
    });

    it('shows no toast if the player was paused already when the time ended, or was resumed from the lock screen afterwards', () => {
      const { player, sleep, page, pass, toastLines } = openWithSleepTimer();
      player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
      pass(1);
      sleep.setMinutes(15);
      player.send({ type: 'pause.requested' });
      pass(minutes(15));
      expect([sleep.current.get(), toastLines()]).toEqual([null, []]);
      player.send({ type: 'play.requested' });
      sleep.setMinutes(15);
      page.setVisible(false);
      pass(minutes(15));
      player.send({ type: 'play.requested' });
      pass(1);
      page.setVisible(true);
      expect(toastLines()).toEqual([]);
    });

    it('can be cancelled at any moment, also during the fade', () => {
      const { player, sleep, simulated, state, pass } = openWithSleepTimer();
      player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
      sleep.setMinutes(15);
      pass(minutes(15) - 2);
      expect(simulated.volume()).toBe(0.25);
      sleep.cancel();
      pass(10);
      expect([state(), simulated.volume(), sleep.current.get()]).toEqual(['playing', 1, null]);
    });

    it('pauses at the end of the track, with the next track at its start, and lets later tracks end as usual', () => {
      const { player, sleep, state, pass, toastLines } = openWithSleepTimer();
      player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
      sleep.setMinutes(15);
      sleep.setTrackEnd();
      expect(sleep.current.get()).toEqual({ kind: 'trackEnd' });
      pass(61);
      expect([state(), player.snapshot().context.queue, player.progress.get().positionS]).toEqual([
        'paused',
        queueFrom(abc, 1),
        0,
      ]);
      expect([sleep.current.get(), toastLines()]).toEqual([null, ['Sleep timer: It stopped the sound.']]);
      player.send({ type: 'play.requested' });
      pass(62);
      expect([state(), player.snapshot().context.queue.index]).toEqual(['playing', 2]);
    });

    it('stops the radio too, and restores the queue, paused [S-20]', () => {
      const { player, sleep, page, state, pass } = openWithSleepTimer();
      player.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
      pass(5);
      sleep.setMinutes(15);
      page.sound.owner.assign('radio');
      pass(minutes(15) - 2);
      expect([page.sound.fade.get(), page.sound.owner.part.get()]).toEqual([0.25, 'radio']);
      pass(2);
      expect([page.sound.owner.part.get(), state(), page.sound.fade.get()]).toEqual(['player', 'paused', 1]);
    });

    it('ends when the person’s player closes', () => {
      const { player, sleep, page, pass } = openWithSleepTimer();
      player.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
      sleep.setMinutes(15);
      pass(minutes(15) - 2);
      player.close();
      expect([page.sound.fade.get(), page.listenerCount(), vi.getTimerCount()]).toEqual([1, 0, 0]);
    });
  });
});
