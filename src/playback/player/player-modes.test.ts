import { describe, expect, it } from 'vitest';
import { queueFrom } from './queue.ts';
import { abc, openScriptedPlayer } from '../../testing/scripted-player.ts';
import { simulatedTrack as track } from '../../testing/simulated-page.ts';

describe('the player in its repeat and shuffle modes', () => {
  it('replays a repeated track as not chosen by the person, and leaves it when next is pressed', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.actor.send({ type: 'repeat.chosen', repeat: 'one' });
    expect(player.calls.at(-1)).toBe('prepare b.mp3');
    player.say({ type: 'audio.ended', loadId: 1 });
    player.say({ type: 'audio.playing', loadId: 2 });
    expect([player.calls.at(-1), player.context().isManual]).toEqual(['load 2 b.mp3 at 0 and play', false]);
    player.actor.send({ type: 'next.requested' });
    expect([player.calls.at(-1), player.context().isManual]).toEqual(['load 3 c.mp3 at 0 and play', true]);
  });

  it('advances past a repeated track that is missing', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.actor.send({ type: 'repeat.chosen', repeat: 'one' });
    player.say({ type: 'audio.ended', loadId: 1 });
    player.say({ type: 'audio.failed', loadId: 2, failure: 'missing' });
    expect([player.emitted.at(-1), player.calls.at(-1)]).toEqual([
      { type: 'load.failed', failure: 'missing' },
      'load 3 c.mp3 at 0 and play',
    ]);
  });

  it('prepares no next track once the sleep timer ends with this one', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.actor.send({ type: 'next.nearing' });
    player.actor.send({ type: 'sleep.atTrackEnd', isOn: true });
    expect(player.calls.slice(-2)).toEqual(['prepare b.mp3', 'prepare nothing']);
    player.actor.send({ type: 'sleep.atTrackEnd', isOn: false });
    expect(player.calls.slice(-2)).toEqual(['prepare b.mp3', 'prepare nothing']);
    player.actor.send({ type: 'next.nearing' });
    expect(player.calls.at(-1)).toBe('prepare b.mp3');
  });

  it('ends after the last track without repeat, paused at the first', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.actor.send({ type: 'repeat.chosen', repeat: 'off' });
    player.say({ type: 'audio.ended', loadId: 1 });
    player.say({ type: 'audio.playing', loadId: 2 });
    player.actor.send({ type: 'next.nearing' });
    expect(player.calls.at(-1)).toBe('prepare nothing');
    player.say({ type: 'audio.ended', loadId: 2 });
    expect([player.state(), player.context().queue, player.calls.at(-1)]).toEqual([
      'paused',
      { ...queueFrom(abc, 0), repeat: 'off' },
      'unload',
    ]);
    // A press on next still wraps around.
    player.actor.send({ type: 'queue.jumped', index: 2 });
    player.actor.send({ type: 'next.requested' });
    expect(player.calls.at(-1)).toBe('load 4 a.mp3 at 0 and play');
  });

  it('does not wrap around for a missing or unreachable track without repeat', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: [track('k1'), track('a'), track('b')], startIndex: 1 });
    player.actor.send({ type: 'repeat.chosen', repeat: 'off' });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.say({ type: 'audio.ended', loadId: 1 });
    player.say({ type: 'audio.failed', loadId: 2, failure: 'network' });
    expect(player.state()).toBe('waiting');
    player.actor.send({ type: 'network.returned' });
    player.say({ type: 'audio.failed', loadId: 3, failure: 'missing' });
    expect(player.state()).toBe('failed');
  });

  it('stops for the sleep timer at the end of the track, also of a repeated or a single one', () => {
    for (const [tracks, repeat, stopsAt] of [
      [abc, 'all', 'a'],
      [abc, 'one', 'c'],
      [abc, 'off', 'a'],
      [[track('z')], 'all', 'z'],
    ] as const) {
      const player = openScriptedPlayer();
      player.actor.send({ type: 'tracks.play', tracks, startIndex: tracks.length - 1 });
      player.actor.send({ type: 'repeat.chosen', repeat });
      player.actor.send({ type: 'sleep.atTrackEnd', isOn: true });
      player.say({ type: 'audio.playing', loadId: 1 });
      player.actor.send({ type: 'next.nearing' });
      expect(player.calls.at(-1)).toBe('prepare nothing');
      player.say({ type: 'audio.ended', loadId: 1 });
      expect([player.state(), player.position(), player.emitted.at(-1)]).toEqual([
        'paused',
        0,
        { type: 'sleep.reached' },
      ]);
      player.actor.send({ type: 'play.requested' });
      expect([player.calls.at(-1), player.context().sleepsAtEnd]).toEqual([
        `load 2 ${stopsAt}.mp3 at 0 and play`,
        false,
      ]);
    }
  });

  it('shuffles the following tracks without interrupting the current one, and restores the order', () => {
    const player = openScriptedPlayer();
    const ids = () => player.context().queue.tracks.map((each) => each.id);
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.actor.send({ type: 'shuffle.switched' });
    expect([ids(), player.calls]).toEqual([
      ['b', 'c', 'a'],
      ['load 1 b.mp3 at 0 and play', 'prepare c.mp3'],
    ]);
    player.actor.send({ type: 'queue.added', tracks: [track('d')], where: 'next' });
    player.actor.send({ type: 'next.requested' });
    player.actor.send({ type: 'radio.started' });
    player.actor.send({ type: 'radio.stopped' });
    expect(ids()).toEqual(['b', 'd', 'c', 'a']);
    player.actor.send({ type: 'shuffle.switched' });
    expect([ids(), player.context().queue.index, player.calls.at(-1)]).toEqual([
      ['a', 'b', 'd', 'c'],
      2,
      'prepare c.mp3',
    ]);
  });

  it('shuffles the next list too, also when it takes over from the radio', () => {
    const player = openScriptedPlayer();
    player.actor.send({ type: 'tracks.play', tracks: [track('z')], startIndex: 0 });
    player.actor.send({ type: 'shuffle.switched' });
    player.actor.send({ type: 'radio.started' });
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 2 });
    expect(player.context().queue).toEqual({
      ...queueFrom([track('c'), track('b'), track('a')], 0),
      unshuffled: [2, 1, 0],
    });
  });
});
