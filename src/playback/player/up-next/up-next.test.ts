import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { KeptState, SyncStatus, TrackView } from '../../../../sync/client.ts';
import { freshStatus } from '../../../../sync/model/fresh-status.ts';
import { createLive } from '../../../../sync/model/live.ts';
import { track as trackOf } from '../../../../tests/sync/support/kept.ts';
import { createSimulatedOutput, quietWorld } from '../../../testing/simulated-output.ts';
import { emptyExplore, simulatedScopes, simulatedSound } from '../../../testing/simulated-page.ts';
import { openPlayer } from '../player-controller.ts';
import { playerDepsOf } from '../player-deps.ts';
import { stateOf } from '../player-state.ts';
import { toPlayerTrack } from '../player-track.ts';
import { currentOf, QUEUE_LIMIT } from '../queue.ts';
import { chooseUpNext, startUpNext } from './up-next.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(async () => {
  await vi.dynamicImportSettled();
  vi.useRealTimers();
});

const MINUTE = 60;
const tracksNamed = (...ids: string[]) => ids.map((id) => ({ ...trackOf(id), duration_ms: MINUTE * 1000 }));

function open(similar: readonly TrackView[], network: SyncStatus['network'] = 'online', kept: readonly string[] = []) {
  const all = [...similar, ...tracksNamed('a', 'b', 'c')];
  const keptStates = kept.map((id) => [id, { kind: 'kept', bytes: 1, asked: true, usedAt: 0 }] as const);
  const live = (id: string) => createLive(all.find((track) => track.id === id) ?? null);
  const device = simulatedScopes(live, {
    explore: () => createLive({ ...emptyExplore, tracks: similar }),
    isAbsent: () => false,
    status: createLive<SyncStatus>({ ...freshStatus, network }),
    kept: {
      states: createLive<ReadonlyMap<string, KeptState>>(new Map(keptStates)),
      withdrawn: createLive(0),
      keepPlayed: () => Promise.resolve(),
      reportBroken: () => Promise.resolve(true),
    },
  });
  device.become('me');
  const scope = device.scope.get();
  if (!scope) throw new Error('a person must be signed in');
  const simulated = createSimulatedOutput(quietWorld());
  const page = simulatedSound();
  const openAgain = () => openPlayer({ person: playerDepsOf(scope), output: simulated.output, sound: page.sound });
  const player = openAgain();
  const ids = () => player.snapshot().context.queue.tracks.map(({ id }) => id);
  return {
    scope,
    device,
    player,
    ids,
    openAgain,
    current: () => currentOf(player.snapshot().context.queue)?.id,
    play: (...names: string[]) =>
      player.send({ type: 'tracks.play', tracks: tracksNamed(...names).map(toPlayerTrack), startIndex: 0 }),
    pass(seconds: number) {
      // The interval at which plays are counted.
      for (let i = 0; i < seconds * 10; i++) {
        simulated.pass(0.1);
        vi.advanceTimersByTime(100);
      }
    },
  };
}

describe('the player at the end of a list', () => {
  it('stops unless the person wants it to go on', () => {
    const { scope, player, play, pass, ids } = open(tracksNamed('x'));
    startUpNext(player, scope);
    player.send({ type: 'repeat.chosen', repeat: 'off' });
    play('a');
    pass(MINUTE + 5);
    expect([ids(), stateOf(player.snapshot())]).toEqual([['a'], 'paused']);
  });

  it('goes on with similar tracks, whose plays are not manual [S-63]', () => {
    const { scope, device, player, play, pass, ids, current } = open(tracksNamed('x', 'y'));
    chooseUpNext(player, scope, true);
    play('a', 'b');
    expect(ids()).toEqual(['a', 'b']);
    pass(MINUTE + 5);
    expect(ids().slice(0, 2)).toEqual(['a', 'b']);
    expect(ids().toSorted()).toEqual(['a', 'b', 'x', 'y']);
    pass(MINUTE + 40);
    player.send({ type: 'next.requested' });
    pass(40);
    expect(['x', 'y']).toContain(current());
    expect(device.queued.map(({ trackId, isManual }) => [trackId, isManual])).toEqual([
      ['a', true],
      ['b', false],
      [ids()[2], false],
      [ids()[3], false],
    ]);
  });

  it('counts a picked track as manual if the person chooses its row in the queue', () => {
    const { scope, device, player, play, pass } = open(tracksNamed('x'));
    chooseUpNext(player, scope, true);
    play('a');
    pass(2);
    player.send({ type: 'queue.jumped', index: 1 });
    pass(35);
    expect(device.queued).toEqual([{ owner: 'me', trackId: 'x', isManual: true }]);
    expect(player.snapshot().context.queue.tracks[1]?.isPicked).toBeUndefined();
  });

  it('still knows after a reload which tracks it picked', () => {
    const { scope, device, player, play, pass, openAgain } = open(tracksNamed('x'));
    chooseUpNext(player, scope, true);
    play('a');
    pass(MINUTE + 3);
    player.close();
    const again = openAgain();
    expect(again.snapshot().context.queue.tracks.map(({ id, isPicked }) => [id, isPicked])).toEqual([
      ['a', undefined],
      ['x', true],
    ]);
    again.send({ type: 'play.requested' });
    pass(35);
    expect(device.queued.at(-1)).toEqual({ owner: 'me', trackId: 'x', isManual: false });
  });

  it('repeats none of the last tracks, and ends when there are no others', () => {
    const { scope, player, play, pass, ids } = open(tracksNamed('x', 'y', 'a'));
    chooseUpNext(player, scope, true);
    player.send({ type: 'repeat.chosen', repeat: 'off' });
    play('a', 'b');
    pass(5 * MINUTE);
    expect(ids().toSorted()).toEqual(['a', 'b', 'x', 'y']);
    expect(stateOf(player.snapshot())).toBe('paused');
    play('c');
    pass(MINUTE + 5);
    // Tracks heard just now are not picked, although they have left the queue.
    expect([ids(), stateOf(player.snapshot())]).toEqual([['c'], 'paused']);
  });

  it('picks only kept tracks without a network', () => {
    const { scope, player, play, pass, ids } = open(tracksNamed('x', 'y'), 'offline', ['a', 'y']);
    chooseUpNext(player, scope, true);
    play('a');
    pass(2);
    expect(ids()).toEqual(['a', 'y']);
  });

  it('leaves a track that repeats and the sleep timer alone', () => {
    const { scope, player, play, pass, ids } = open(tracksNamed('x'));
    chooseUpNext(player, scope, true);
    player.send({ type: 'repeat.chosen', repeat: 'one' });
    play('a');
    pass(2);
    player.send({ type: 'sleep.atTrackEnd', isOn: true });
    player.send({ type: 'repeat.chosen', repeat: 'all' });
    pass(2);
    expect(ids()).toEqual(['a']);
    player.send({ type: 'sleep.atTrackEnd', isOn: false });
    expect(ids()).toEqual(['a', 'x']);
  });

  it('starts when the person turns it on during the last track, and its picks leave when they turn it off', () => {
    const { scope, player, play, pass, ids } = open(tracksNamed('x', 'y'));
    play('a');
    pass(10);
    chooseUpNext(player, scope, true);
    expect(ids()).toHaveLength(3);
    chooseUpNext(player, scope, false);
    pass(20);
    expect(ids()).toEqual(['a']);
    chooseUpNext(player, scope, true);
    expect(ids()).toHaveLength(3);
  });

  it.each(['all', 'off'] as const)('keeps the repeat mode: %s', (repeat) => {
    const { scope, player, play, pass } = open(tracksNamed('x'));
    player.send({ type: 'repeat.chosen', repeat });
    play('a');
    chooseUpNext(player, scope, true);
    pass(2);
    chooseUpNext(player, scope, false);
    expect(player.snapshot().context.queue.repeat).toBe(repeat);
  });

  it('goes on with similar tracks after the radio too, if this was turned on during the radio', () => {
    const { scope, player, play, pass, ids } = open(tracksNamed('x'));
    play('a');
    pass(2);
    player.send({ type: 'radio.started' });
    chooseUpNext(player, scope, true);
    player.send({ type: 'radio.stopped' });
    player.send({ type: 'play.requested' });
    pass(2);
    expect(ids()).toEqual(['a', 'x']);
  });

  it('does not bring back picks that the person removes', () => {
    const { scope, player, play, pass, ids } = open(tracksNamed('x', 'y'));
    chooseUpNext(player, scope, true);
    play('a');
    pass(2);
    expect(ids()).toHaveLength(3);
    player.send({ type: 'queue.cleared' });
    pass(20);
    expect(ids()).toEqual(['a']);
  });

  it('puts tracks that the person adds before the picks', () => {
    const { scope, player, play, pass, ids } = open(tracksNamed('x', 'y'));
    chooseUpNext(player, scope, true);
    play('a');
    pass(2);
    player.send({ type: 'queue.added', tracks: tracksNamed('b', 'c').map(toPlayerTrack), where: 'end' });
    expect(ids().slice(0, 3)).toEqual(['a', 'b', 'c']);
    expect(ids().slice(3).toSorted()).toEqual(['x', 'y']);
  });

  it('makes room in a full queue: the tracks that were heard first leave it', () => {
    const { scope, player, pass, ids } = open(tracksNamed('x', 'y'));
    chooseUpNext(player, scope, true);
    const full = Array.from({ length: QUEUE_LIMIT - 1 }, (_, i) => `n${i}`);
    const tracks = tracksNamed(...full, 'a').map(toPlayerTrack);
    player.send({ type: 'tracks.play', tracks, startIndex: QUEUE_LIMIT - 1 });
    pass(2);
    expect(ids()).toHaveLength(QUEUE_LIMIT);
    expect([ids()[0], ids().at(-3)]).toEqual(['n2', 'a']);
  });

  it('changes nothing if the choice cannot be stored', () => {
    const { scope, player } = open([]);
    const full = { ...scope, device: { ...scope.device, setText: () => false } };
    expect(chooseUpNext(player, full, true)).toBe(false);
    expect(player.snapshot().context.queue.repeat).toBe('all');
  });
});
