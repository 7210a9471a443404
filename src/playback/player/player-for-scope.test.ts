import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { dismissToast, toasts } from '../../engine/toast.ts';
import { openPlayerForScope } from './player-for-scope.ts';
import { openPlayer } from './player-controller.ts';
import { stateOf } from './player-state.ts';
import { createSimulatedOutput, quietWorld } from '../../testing/simulated-output.ts';
import { simulatedScopes, simulatedSound, simulatedTrack } from '../../testing/simulated-page.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(async () => {
  await vi.dynamicImportSettled();
  for (const { id } of toasts.get()) dismissToast(id);
  vi.useRealTimers();
});

const tracksOf = (name: string) => [1, 2, 3].map((nth) => simulatedTrack(`${name}-${nth}`));

function open() {
  const page = simulatedSound();
  const device = simulatedScopes();
  const simulated = createSimulatedOutput(quietWorld());
  const opened = openPlayerForScope(device.scope, (person) =>
    openPlayer({ person, output: simulated.output, sound: page.sound }),
  );
  const player = () => opened.controller.get();
  const queue = () => {
    const context = player()?.snapshot().context;
    return context ? [...context.queue.tracks, ...(context.aside?.queue.tracks ?? [])].map(({ id }) => id) : [];
  };
  return {
    page,
    device,
    simulated,
    opened,
    player,
    queue,
    play: (startIndex = 1) => player()?.send({ type: 'tracks.play', tracks: tracksOf(device.owner()), startIndex }),
    pass(seconds: number) {
      for (let i = 0; i < seconds; i++) {
        simulated.pass(1);
        vi.advanceTimersByTime(1000);
      }
    },
    check(everybody: readonly string[]) {
      const now = device.owner();
      const isOwn = (id: string) => id.startsWith(`${now}-`);
      expect(queue().filter((id) => !isOwn(id))).toEqual([]);
      const sounding = simulated.sounding();
      if (sounding !== null) expect(sounding).toContain(`/${now}-`);
      if (now === 'nobody') expect([simulated.isWanted(), player()]).toEqual([false, null]);
      const shown = page.lockScreen();
      if (shown !== null) expect(shown).toContain(`player: ${now}-`);
      for (const name of everybody) {
        const others = everybody.filter((other) => other !== name);
        const saved = device.savedTextsOf(name).join();
        for (const other of others) expect(saved).not.toContain(`"${other}-`);
      }
      for (const { owner, trackId } of device.queued) expect(trackId.startsWith(`${owner}-`)).toBe(true);
    },
  };
}

describe('the player when the person changes', () => {
  it('is silent and empty, and saves nothing of person A for person B, if B signs in while a track of A is loading', () => {
    const { device, simulated, page, player, queue, play, pass, check } = open();
    device.become('ann');
    play();
    pass(3);
    player()?.send({ type: 'next.requested' });
    // The next track is still loading.
    expect(simulated.isWanted()).toBe(true);
    device.become('bob');
    expect([simulated.isWanted(), queue(), page.lockScreen()]).toEqual([false, [], null]);
    simulated.answerLate('audio.playing');
    pass(5);
    page.leavePage();
    page.notifyVisibility();
    expect([simulated.sounding(), device.savedTextsOf('bob')]).toEqual([null, []]);
    expect(page.sound.volume.get()).toEqual({ value: 1, isMuted: false });
    check(['ann', 'bob']);
  });

  it('restores A’s queue and position after A → guest → A, and shows none of it to the guest', () => {
    const { device, player, queue, play, pass, check, page } = open();
    device.become('ann');
    play();
    pass(8);
    page.sound.volume.set(0.3);
    player()?.send({ type: 'pause.requested' });
    device.become('guest');
    expect(queue()).toEqual([]);
    play(0);
    pass(2);
    check(['ann', 'guest']);
    device.become('ann');
    const back = player();
    if (!back) throw new Error('somebody is signed in');
    expect([stateOf(back.snapshot()), back.progress.get().positionS, queue()]).toEqual([
      'paused',
      8,
      ['ann-1', 'ann-2', 'ann-3'],
    ]);
    expect(page.sound.volume.get().value).toBe(0.3);
  });

  it('does not refetch A’s broken copy for B', async () => {
    const { device, simulated, play, pass } = open();
    device.become('ann');
    simulated.spoil('https://x/ann-2.mp3');
    play();
    pass(1);
    device.become('bob');
    await vi.advanceTimersByTimeAsync(10_000);
    expect([simulated.isWanted(), simulated.sounding()]).toEqual([false, null]);
  });

  it('shows B no refusal of A’s plays', () => {
    const { device } = open();
    device.become('ann');
    device.become('bob');
    device.become('nobody');
    device.acknowledge({
      status: 'rejected',
      trackId: 'ann-1',
      result: { code: 'x', message: 'Not enough was heard' },
    });
    expect(toasts.get()).toEqual([]);
  });

  it('keeps playing while the scope stays the same, as when a session expires and the same person signs in', () => {
    const { device, simulated, play, pass } = open();
    device.become('ann');
    play();
    pass(2);
    device.become('ann');
    expect(simulated.sounding()).toBe('https://x/ann-2.mp3');
  });

  it('stops when it is closed with its page, and opens for nobody afterwards', () => {
    const { device, simulated, opened, play, pass } = open();
    device.become('ann');
    play();
    pass(2);
    opened.close();
    expect([simulated.isWanted(), opened.controller.get()]).toEqual([false, null]);
    device.become('bob');
    expect(opened.controller.get()).toBeNull();
  });

  it('keeps people apart in any order of events', () => {
    const people = ['ann', 'bob', 'guest'];
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...people, 'nobody').map((name) => `become ${name}`) },
      { weight: 3, arbitrary: fc.constantFrom('play', 'next', 'pause', 'resume', 'seek', 'mute') },
      { weight: 3, arbitrary: fc.constantFrom('1 s', '4 s', '35 s', 'settle') },
      {
        weight: 2,
        arbitrary: fc.constantFrom('visibility', 'leave', 'other page', 'radio', 'no radio', 'late', 'interrupt'),
      },
    );
    fc.assert(
      fc.property(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), (steps) => {
        const all = open();
        const { device, simulated, page, player, play, pass, check } = all;
        const run: Record<string, () => unknown> = {
          play,
          next: () => player()?.send({ type: 'next.requested' }),
          pause: () => player()?.send({ type: 'pause.requested' }),
          resume: () => player()?.send({ type: 'play.requested' }),
          seek: () => player()?.send({ type: 'position.requested', seconds: 12 }),
          mute: page.sound.volume.toggleMute,
          '1 s': () => pass(1),
          '4 s': () => pass(4),
          '35 s': () => pass(35),
          settle: simulated.settle,
          visibility: page.notifyVisibility,
          leave: page.leavePage,
          'other page': page.otherPageSounds,
          radio: () => page.sound.owner.assign('radio'),
          'no radio': () => page.sound.owner.assign('player'),
          late: () => simulated.answerLate('audio.playing'),
          interrupt: simulated.interrupt,
          ...Object.fromEntries([...people, 'nobody'].map((name) => [`become ${name}`, () => device.become(name)])),
        };
        for (const name of steps) {
          run[name]?.();
          check(people);
        }
        all.opened.close();
        expect([page.listenerCount(), device.listenerCount(), simulated.listenerCount(), vi.getTimerCount()]).toEqual([
          0, 0, 0, 0,
        ]);
      }),
      { numRuns: 300, seed: 20_261_122 },
    );
  });
});
