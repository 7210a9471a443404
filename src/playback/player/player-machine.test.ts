import { describe, expect, it } from 'vitest';
import { waitFor } from 'xstate';
import { queueFrom } from './queue.ts';
import { isUnreachable } from './player-state.ts';
import { abc, openScriptedPlayer } from '../../testing/scripted-player.ts';
import { simulatedTrack as track } from '../../testing/simulated-page.ts';

describe('the player', () => {
  it('loads and plays synchronously inside the press, and is playing once audio plays', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    expect(player.calls).toEqual(['load 1 b.mp3 at 0 and play']);
    expect(player.state()).toBe('loading');
    player.say({ type: 'audio.playing', loadId: 1 });
    expect(player.state()).toBe('playing');
  });

  it('ignores every signal of an old load [S-21]', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    player.actor.send({ type: 'next.requested' });
    for (const signal of [
      { type: 'audio.blocked', loadId: 1 },
      { type: 'audio.failed', loadId: 1, failure: 'missing' },
      { type: 'audio.playing', loadId: 1 },
      { type: 'audio.ended', loadId: 1 },
    ] as const)
      player.say(signal);
    expect(player.state()).toBe('loading');
    expect(player.calls).toEqual(['load 1 a.mp3 at 0 and play', 'load 2 b.mp3 at 0 and play']);
  });

  it('advances once per load, marks the next track as not chosen by the person, and wraps after the last', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 2 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.say({ type: 'audio.ended', loadId: 1 });
    player.say({ type: 'audio.ended', loadId: 1 });
    expect(player.calls).toEqual(['load 1 c.mp3 at 0 and play', 'load 2 a.mp3 at 0 and play']);
    expect(player.context().isManual).toBe(false);
    player.actor.send({ type: 'next.requested' });
    expect(player.context().isManual).toBe(true);
  });

  it('keeps a single track after it has ended: paused at its start, with nothing up next [S-45]', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: [track('a')], startIndex: 0 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.at(60);
    player.say({ type: 'audio.ended', loadId: 1 });
    expect([player.state(), player.context().queue, player.position()]).toEqual([
      'paused',
      queueFrom([track('a')], 0),
      0,
    ]);
    player.actor.send({ type: 'play.requested' });
    expect(player.calls.at(-1)).toBe('load 2 a.mp3 at 0 and play');
  });

  it('keeps its position when the network is lost, and resumes when the network returns', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.at(17);
    player.say({ type: 'audio.failed', loadId: 1, failure: 'network' });
    expect(player.state()).toBe('waiting');
    expect(player.emitted).toEqual([{ type: 'sound.started' }]);
    player.actor.send({ type: 'network.returned' });
    expect(player.calls.at(-1)).toBe('load 2 a.mp3 at 17 and play');
    player.say({ type: 'audio.failed', loadId: 2, failure: 'network' });
    player.clock.increment(5000);
    expect(player.calls.at(-1)).toBe('load 3 a.mp3 at 17 and play');
  });

  it('reports that a file is missing and stays on its track, with the queue unchanged', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    player.say({ type: 'audio.failed', loadId: 1, failure: 'missing' });
    expect(player.state()).toBe('failed');
    expect(player.emitted).toEqual([{ type: 'load.failed', failure: 'missing' }]);
    expect(player.context().queue.tracks.map((each) => each.id)).toEqual(['a', 'b', 'c']);
  });

  it('reports a track without an audio URL as missing', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: [{ ...track('a'), audioSrc: '' }], startIndex: 0 });
    expect(player.state()).toBe('failed');
    expect(player.emitted).toEqual([{ type: 'load.failed', failure: 'missing' }]);
  });

  it('waits for a tap if the browser blocked the start, and plays at the tap', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    player.say({ type: 'audio.blocked', loadId: 1 });
    expect(player.state()).toBe('blocked');
    player.actor.send({ type: 'play.requested' });
    expect(player.calls.at(-1)).toBe('play');
  });

  it('restores a queue paused at its position and loads it at the first press [S-22]', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'queue.restored', queue: queueFrom(abc, 1), positionS: 12.5 });
    expect(player.state()).toBe('paused');
    expect(player.calls).toEqual([]);
    player.actor.send({ type: 'play.requested' });
    expect(player.calls).toEqual(['load 1 b.mp3 at 12.5 and play']);
  });

  it('reports the start position of a restored track until its source is ready [S-22]', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'queue.restored', queue: queueFrom(abc, 1), positionS: 12.5 });
    expect(player.position()).toBe(12.5);
    player.actor.send({ type: 'play.requested' });
    // The element's own position is 0 while it loads.
    expect(player.position()).toBe(12.5);
    player.actor.send({ type: 'position.requested', seconds: 30 });
    expect([player.position(), player.calls.at(-1)]).toEqual([30, 'seek 30']);
    player.at(30.2);
    player.say({ type: 'audio.ready', loadId: 1, durationS: 60 });
    expect(player.position()).toBe(30.2);
    player.actor.send({ type: 'next.requested' });
    expect(player.position()).toBe(0);
  });

  it('emits queue changes and position events, but none for a restored queue or the radio', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'queue.restored', queue: queueFrom(abc, 1), positionS: 12.5 });
    player.actor.send({ type: 'play.requested' });
    expect(player.changes).toEqual([]);
    player.say({ type: 'audio.playing', loadId: 1 });
    player.say({ type: 'audio.stalled', loadId: 1 });
    expect(player.changes.splice(0)).toEqual(['position.running']);
    player.actor.send({ type: 'next.requested' });
    expect(player.changes.splice(0)).toEqual(['position.resting', 'queue.changed']);
    player.actor.send({ type: 'pause.requested' });
    player.actor.send({ type: 'position.requested', seconds: 9 });
    player.actor.send({ type: 'queue.moved', from: 0, to: 2 });
    expect(player.changes.splice(0)).toEqual(['position.resting', 'position.jumped', 'queue.changed']);
    player.actor.send({ type: 'radio.started' });
    player.actor.send({ type: 'radio.stopped' });
    expect(player.changes).toEqual([]);
  });

  it('restarts the current track when previous is pressed after three seconds, else goes to the previous track', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.at(10);
    player.actor.send({ type: 'previous.requested' });
    expect(player.calls.at(-1)).toBe('seek 0');
    player.at(1);
    player.actor.send({ type: 'previous.requested' });
    expect(player.calls.at(-1)).toBe('load 2 a.mp3 at 0 and play');
  });

  it('continues with kept tracks when there is no network, reports the skip, and keeps the queue whole', () => {
    let isOnline = true;
    const player = openScriptedPlayer({
      whereIs: (track) => (track.id.startsWith('k') ? 'device' : isOnline ? 'network' : 'nowhere'),
    });
    const tracks = [track('a'), track('b'), track('k1'), track('c')];
    player.actor.send({ type: 'tracks.play', tracks, startIndex: 0 });
    player.say({ type: 'audio.playing', loadId: 1 });
    isOnline = false;
    player.say({ type: 'audio.ended', loadId: 1 });
    expect(player.calls.at(-1)).toBe('load 2 k1.mp3 at 0 and play');
    expect(player.emitted.at(-1)).toEqual({ type: 'tracks.skipped', count: 1 });
    player.say({ type: 'audio.playing', loadId: 2 });
    isOnline = true;
    player.say({ type: 'audio.ended', loadId: 2 });
    expect(player.calls.at(-1)).toBe('load 3 c.mp3 at 0 and play');
    expect(player.context().queue.tracks).toEqual(tracks);
  });

  it('continues with a kept track if the next one fails to load from the network', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: [track('a'), track('b'), track('k1')], startIndex: 0 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.say({ type: 'audio.ended', loadId: 1 });
    player.say({ type: 'audio.failed', loadId: 2, failure: 'network' });
    expect(player.calls.at(-1)).toBe('load 3 k1.mp3 at 0 and play');
    expect(player.emitted.at(-1)).toEqual({ type: 'tracks.skipped', count: 1 });
  });

  it('waits for the network for a chosen track, and for the next one if no track is kept', () => {
    const chosen = openScriptedPlayer();
    chosen.actor.send({ type: 'tracks.play', tracks: [track('a'), track('k1')], startIndex: 0 });
    chosen.say({ type: 'audio.failed', loadId: 1, failure: 'network' });
    expect(chosen.state()).toBe('waiting');
    const advanced = openScriptedPlayer();
    advanced.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    advanced.say({ type: 'audio.playing', loadId: 1 });
    advanced.say({ type: 'audio.ended', loadId: 1 });
    advanced.say({ type: 'audio.failed', loadId: 2, failure: 'network' });
    expect(advanced.state()).toBe('waiting');
    advanced.actor.send({ type: 'network.returned' });
    expect(advanced.calls.at(-1)).toBe('load 3 b.mp3 at 0 and play');
  });

  it('reports a failed file that it had advanced to, continues with the next, and stops when all have failed', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.say({ type: 'audio.ended', loadId: 1 });
    player.say({ type: 'audio.failed', loadId: 2, failure: 'missing' });
    expect(player.emitted.at(-1)).toEqual({ type: 'load.failed', failure: 'missing' });
    expect(player.calls.at(-1)).toBe('load 3 c.mp3 at 0 and play');
    player.say({ type: 'audio.failed', loadId: 3, failure: 'missing' });
    player.say({ type: 'audio.failed', loadId: 4, failure: 'missing' });
    expect(player.state()).toBe('failed');
    expect(player.context().queue.tracks).toEqual(abc);
  });

  it('drops a broken local copy and refetches the file, once', async () => {
    const dropped: string[] = [];
    const player = openScriptedPlayer({ dropCopy: (each) => Promise.resolve(dropped.push(each.id) > 0) });
    player.actor.send({ type: 'tracks.play', tracks: [track('k1')], startIndex: 0 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.at(9);
    player.say({ type: 'audio.failed', loadId: 1, failure: 'broken' });
    await waitFor(player.actor, (snapshot) => snapshot.matches('sounding'));
    expect(player.calls.at(-1)).toBe('load 2 k1.mp3 at 9 and play');
    player.say({ type: 'audio.failed', loadId: 2, failure: 'broken' });
    expect(player.state()).toBe('failed');
    expect(dropped).toEqual(['k1']);
  });

  it('counts the server as unreachable while nothing arrives, also during retries, until bytes or sound arrive', () => {
    const player = openScriptedPlayer();
    const isUnreachableNow = () => isUnreachable(player.actor.getSnapshot());
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    expect(isUnreachableNow()).toBe(false);
    player.say({ type: 'audio.silent', loadId: 1 });
    expect([player.state(), isUnreachableNow()]).toEqual(['loading', true]);
    player.say({ type: 'audio.recovered', loadId: 1 });
    expect(isUnreachableNow()).toBe(false);
    player.say({ type: 'audio.silent', loadId: 1 });
    player.say({ type: 'audio.stuck', loadId: 1 });
    expect([player.state(), isUnreachableNow()]).toEqual(['waiting', true]);
    player.clock.increment(5000);
    expect([player.state(), isUnreachableNow()]).toEqual(['loading', true]);
    player.say({ type: 'audio.playing', loadId: 2 });
    expect(isUnreachableNow()).toBe(false);
    player.say({ type: 'audio.stalled', loadId: 2 });
    player.say({ type: 'audio.silent', loadId: 2 });
    expect([player.state(), isUnreachableNow()]).toEqual(['stalled', true]);
    player.actor.send({ type: 'next.requested' });
    expect([player.state(), isUnreachableNow()]).toEqual(['loading', false]);
    player.actor.send({ type: 'pause.requested' });
    expect(isUnreachableNow()).toBe(false);
  });

  it('loads the source again when neither sound nor bytes arrive', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.at(30);
    player.say({ type: 'audio.stalled', loadId: 1 });
    expect(player.state()).toBe('stalled');
    player.say({ type: 'audio.stuck', loadId: 1 });
    expect(player.state()).toBe('waiting');
    player.clock.increment(5000);
    expect(player.calls.at(-1)).toBe('load 2 a.mp3 at 30 and play');
  });

  it('reloads a frozen source at once, at its position, and waits if the new load hangs as well', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.at(17);
    player.say({ type: 'audio.frozen', loadId: 1 });
    expect(player.calls.at(-1)).toBe('load 2 a.mp3 at 17 and play');
    player.say({ type: 'audio.playing', loadId: 2 });
    player.say({ type: 'audio.stuck', loadId: 2 });
    expect(player.state()).toBe('waiting');
  });

  it('reloads a source that was lost while paused', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.at(12);
    player.actor.send({ type: 'pause.requested' });
    player.say({ type: 'audio.failed', loadId: 1, failure: 'network' });
    expect(player.state()).toBe('paused');
    player.actor.send({ type: 'play.requested' });
    expect(player.calls.at(-1)).toBe('load 2 a.mp3 at 12 and play');
  });

  it.each(['loading', 'playing', 'stalled'])('pauses when the browser interrupts it while it is %s', (state) => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    if (state !== 'loading') player.say({ type: 'audio.playing', loadId: 1 });
    if (state === 'stalled') player.say({ type: 'audio.stalled', loadId: 1 });
    expect(player.state()).toBe(state);
    player.say({ type: 'audio.interrupted', loadId: 0 });
    expect(player.state()).toBe(state);
    player.say({ type: 'audio.interrupted', loadId: 1 });
    expect([player.state(), player.emitted.at(-1)]).toEqual(['paused', { type: 'sound.interrupted' }]);
    player.actor.send({ type: 'play.requested' });
    expect([player.state(), player.calls.at(-1)]).toEqual(['loading', 'play']);
  });

  it('pauses when another tab plays', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.actor.send({ type: 'otherPage.started' });
    expect(player.state()).toBe('paused');
    expect(player.calls.at(-1)).toBe('pause');
  });

  it('sets the queue aside for the radio and restores it, paused at its position [S-20]', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.at(21);
    player.actor.send({ type: 'radio.started' });
    expect([player.state(), player.context().queue.tracks, player.calls.at(-1)]).toEqual(['radio', [], 'unload']);
    player.say({ type: 'audio.ended', loadId: 1 });
    player.actor.send({ type: 'radio.stopped' });
    expect([player.state(), player.context().queue, player.context().startS]).toEqual([
      'paused',
      queueFrom(abc, 1),
      21,
    ]);
    player.actor.send({ type: 'play.requested' });
    expect(player.calls.at(-1)).toBe('load 2 b.mp3 at 21 and play');
  });

  it('takes over from the radio when a track is pressed [S-20]', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'radio.started' });
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    expect(player.emitted).toEqual([{ type: 'radio.left' }]);
    expect(player.state()).toBe('loading');
  });

  it('goes to the next track when the current one is removed, remains paused if it was paused, and is idle without tracks', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.actor.send({ type: 'queue.removed', index: 1 });
    expect(player.calls.at(-1)).toBe('load 2 c.mp3 at 0 and play');
    player.actor.send({ type: 'pause.requested' });
    player.actor.send({ type: 'queue.removed', index: 1 });
    expect([player.state(), player.calls.at(-1)]).toEqual(['paused', 'unload']);
    player.actor.send({ type: 'queue.removed', index: 0 });
    expect([player.state(), player.context().queue.tracks]).toEqual(['idle', []]);
  });

  it('adds after the current track and at the end, and keeps only the current one when cleared', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'queue.added', tracks: [track('a')], where: 'end' });
    expect([player.state(), player.calls]).toEqual(['paused', []]);
    player.actor.send({ type: 'queue.added', tracks: [track('b')], where: 'end' });
    player.actor.send({ type: 'queue.added', tracks: [track('c')], where: 'next' });
    expect(player.context().queue.tracks.map((each) => each.id)).toEqual(['a', 'c', 'b']);
    player.actor.send({ type: 'queue.cleared' });
    expect(player.context().queue.tracks.map((each) => each.id)).toEqual(['a']);
  });
});
