import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readPlaces } from '../../components/track/playlist/list-places.ts';
import { openedPlayer } from '../../testing/opened-player.ts';
import { simulatedTrack } from '../../testing/simulated-page.ts';
import type { PlayerTrack } from './player-track.ts';

const NOW = Date.parse('2027-01-01T12:00:00Z');

beforeEach(() => vi.useFakeTimers({ now: NOW }));
afterEach(() => void vi.useRealTimers());

/** Tracks of 60 s from the playlist `p`. */
const listed = ['a', 'b', 'c'].map((id, at): PlayerTrack => ({
  ...simulatedTrack(id),
  from: { list: 'p', entry: `entry ${id}`, at },
}));

async function openAndPlay(startIndex: number, tracks: readonly PlayerTrack[] = listed) {
  const opened = openedPlayer();
  await vi.dynamicImportSettled();
  const { player, device } = opened;
  const scope = device.scope.get();
  if (!scope) throw new Error('a person must be signed in');
  player.send({ type: 'tracks.play', tracks, startIndex });
  return {
    ...opened,
    /** Entry and second of each playlist, and when it was played last, in seconds from the start. */
    places: () =>
      readPlaces(scope.device).map(({ list, entry, positionS, playedAt }) => [
        list,
        entry.replace('entry ', ''),
        positionS === null ? 'ended' : Math.round(positionS),
        Math.round((playedAt - NOW) / 1000),
      ]),
  };
}

describe('where a playlist was left', () => {
  it('is saved when an entry of the playlist begins, and at a pause', async () => {
    const { player, pass, places } = await openAndPlay(1);
    expect(places()).toEqual([['p', 'b', 0, 0]]);
    pass(10);
    expect(places()).toEqual([['p', 'b', 0, 0]]);
    player.send({ type: 'pause.requested' });
    expect(places()).toEqual([['p', 'b', 10, 10]]);
  });

  it('is saved every fifteen seconds during playback', async () => {
    const { pass, places } = await openAndPlay(0);
    const saved = [15, 1, 15, 1].map((seconds) => {
      pass(seconds);
      return places().map(([, ...place]) => place.slice(0, 2))[0];
    });
    expect(saved).toEqual([
      ['a', 0],
      ['a', 16],
      ['a', 16],
      ['a', 32],
    ]);
  });

  it('is saved when another list replaces the queue, as is the place of the other list', async () => {
    const { player, pass, places } = await openAndPlay(0);
    pass(20);
    const other = { ...simulatedTrack('x'), from: { list: 'q', entry: 'x', at: 0 } };
    player.send({ type: 'tracks.play', tracks: [other], startIndex: 0 });
    expect(places()).toEqual([
      ['p', 'a', 20, 20],
      ['q', 'x', 0, 20],
    ]);
    pass(5);
    player.send({ type: 'tracks.play', tracks: [simulatedTrack('y')], startIndex: 0 });
    expect(places()).toEqual([
      ['p', 'a', 20, 20],
      ['q', 'x', 5, 25],
    ]);
  });

  it('stays after the list has played in random order, with a new time of the last play', async () => {
    const { player, pass, places } = await openAndPlay(1);
    pass(20);
    player.send({
      type: 'tracks.play',
      tracks: listed.toReversed().map((track) => ({ ...track, isShuffled: true as const })),
      startIndex: 0,
    });
    pass(30);
    player.send({ type: 'pause.requested' });
    expect(places()).toEqual([['p', 'b', 20, 50]]);
  });

  it('stays while the queue is shuffled, and names no entry for a list that was only played shuffled', async () => {
    const { player, pass, places } = await openAndPlay(0);
    player.send({ type: 'shuffle.switched' });
    pass(30);
    expect(places()).toEqual([['p', 'a', 0, 15]]);
    const other = { ...simulatedTrack('x'), isShuffled: true as const, from: { list: 'q', entry: 'x', at: 3 } };
    player.send({ type: 'tracks.play', tracks: [other], startIndex: 0 });
    expect(places()[1]).toEqual(['q', '', 'ended', 30]);
  });

  it('is saved when the page closes or hides, and when another page or the radio plays', async () => {
    const { page, pass, places } = await openAndPlay(0);
    pass(10);
    page.leavePage();
    expect(places()).toEqual([['p', 'a', 10, 10]]);
    pass(10);
    page.setVisible(false);
    expect(places()).toEqual([['p', 'a', 20, 20]]);
    pass(10);
    page.sound.owner.assign('radio');
    expect(places()).toEqual([['p', 'a', 30, 30]]);
    page.sound.owner.assign('player');
    const again = await openAndPlay(0);
    again.pass(10);
    again.page.otherPageSounds();
    expect(again.places()).toEqual([['p', 'a', 10, 40]]);
  });

  it('moves on with the entries', async () => {
    const { pass, player, places } = await openAndPlay(0);
    pass(70);
    player.send({ type: 'pause.requested' });
    expect(places()).toEqual([['p', 'b', expect.closeTo(8, -1), 70]]);
  });

  it('is after the last entry once that has ended: at the end of the queue, and before tracks from elsewhere', async () => {
    const atEnd = await openAndPlay(2);
    atEnd.player.send({ type: 'repeat.chosen', repeat: 'off' });
    atEnd.pass(70);
    expect(atEnd.state()).toBe('paused');
    expect(atEnd.places()).toEqual([['p', 'c', 'ended', expect.closeTo(61, -1)]]);

    const before = await openAndPlay(2, [...listed, { ...simulatedTrack('picked'), isPicked: true }]);
    before.pass(70);
    expect(before.player.snapshot().context.queue.index).toBe(3);
    expect(before.places().map(([, ...place]) => place.slice(0, 2))).toEqual([['c', 'ended']]);
  });

  it('is after the entry at whose end the sleep timer stopped', async () => {
    const { player, pass, places } = await openAndPlay(0);
    player.send({ type: 'sleep.atTrackEnd', isOn: true });
    pass(70);
    expect(places().map(([, ...place]) => place.slice(0, 2))).toEqual([['a', 'ended']]);
  });

  it('stays in a track whose load failed before its first sound, if the person stops waiting for the network', async () => {
    const { player, world, pass, state, places } = await openAndPlay(0);
    pass(55);
    world.isOnline = false;
    pass(7);
    expect(state()).toBe('waiting');
    player.send({ type: 'pause.requested' });
    expect(state()).toBe('paused');
    expect(places().map(([, ...place]) => place.slice(0, 2))).toEqual([['b', 0]]);
  });

  it('stays in the middle of a track that began by itself, when another list replaces the tracks around it', async () => {
    const { player, pass, places } = await openAndPlay(0);
    pass(61);
    const before = player.progress.get().positionS;
    player.send({ type: 'queue.replaced', tracks: [simulatedTrack('b'), simulatedTrack('x')], index: 0 });
    pass(3);
    expect(places()).toEqual([['p', 'b', Math.round(before), 61]]);
  });

  it('stays in the middle of a track if the person goes on to a picked track', async () => {
    const picked: PlayerTrack = { ...simulatedTrack('picked'), isPicked: true };
    const { player, pass, places } = await openAndPlay(2, [...listed, picked]);
    pass(10);
    player.send({ type: 'next.requested' });
    expect(player.snapshot().context.queue.index).toBe(3);
    expect(places()).toEqual([['p', 'c', 10, 10]]);
  });

  it('moves to another entry of the same track when that entry is pressed', async () => {
    const twice = [...listed, { ...simulatedTrack('a'), from: { list: 'p', entry: 'entry again', at: 3 } }];
    const { player, pass, places } = await openAndPlay(0, twice);
    pass(20);
    player.send({ type: 'tracks.play', tracks: twice, startIndex: 3 });
    player.send({ type: 'pause.requested' });
    expect(places()).toEqual([['p', 'again', 0, 20]]);
  });

  it('is not changed after the player has closed', async () => {
    const { player, device, pass, places, page } = await openAndPlay(0);
    pass(10);
    player.close();
    expect(places()).toEqual([['p', 'a', 0, 0]]);
    page.leavePage();
    expect(places()).toEqual([['p', 'a', 0, 0]]);
    expect(device.listenerCount()).toBe(0);
  });

  it('is the start position of the track at which the list continues; later tracks start at 0', async () => {
    const { player, simulated, pass } = await openAndPlay(0);
    const load = vi.spyOn(simulated.output, 'load');
    player.send({ type: 'tracks.play', tracks: listed, startIndex: 1, startS: 33.7 });
    expect(load.mock.calls.map(([{ url, startS }]) => [url, startS])).toEqual([['https://x/b.mp3', 33.7]]);
    pass(2);
    player.send({ type: 'next.requested' });
    expect(load.mock.lastCall?.[0].startS).toBe(0);
  });
});

it('the places of the two hundred playlists that were played last are saved', async () => {
  const { player, device } = openedPlayer();
  await vi.dynamicImportSettled();
  const scope = device.scope.get();
  if (!scope) throw new Error('a person must be signed in');
  for (let i = 0; i < 201; i++) {
    const track = { ...simulatedTrack('a'), from: { list: `${i}`, entry: 'a', at: 0 } };
    player.send({ type: 'tracks.play', tracks: [track], startIndex: 0 });
  }
  expect(readPlaces(scope.device).map(({ list }) => list)).toEqual(Array.from({ length: 200 }, (_, i) => `${i + 1}`));
});
