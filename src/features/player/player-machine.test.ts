import { describe, expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import type { AudioOutput, AudioSignal } from '../../audio/audio-output.ts';
import { playerMachine } from './player-machine.ts';
import type { PlayerTrack } from './player-track.ts';

function track(id: string): PlayerTrack {
  return {
    id,
    title: id,
    artistName: 'A',
    userId: 'artist',
    audioSrc: `https://x/${id}.mp3`,
    coverSrc: null,
    durationMs: 60_000,
  };
}

/** An output that records what it was told and says what the test makes it say. */
function scriptedOutput() {
  let listener: (signal: AudioSignal) => void = () => undefined;
  const calls: string[] = [];
  let positionS = 0;
  const output: AudioOutput = {
    load: ({ loadId, url, startS, play }) =>
      void calls.push(`load ${loadId} ${url.slice(10)} at ${startS}${play ? ' and play' : ''}`),
    play: () => void calls.push('play'),
    pause: () => void calls.push('pause'),
    seek: (seconds) => void calls.push(`seek ${seconds}`),
    setVolume: () => undefined,
    prepare: (url) => void calls.push(`prepare ${url?.slice(10) ?? 'nothing'}`),
    unload: () => void calls.push('unload'),
    position: () => ({ positionS, durationS: 60, running: false }),
    onSignal: (next) => {
      listener = next;
      return () => undefined;
    },
    onSeek: () => () => undefined,
  };
  return {
    output,
    calls,
    say: (signal: AudioSignal) => listener(signal),
    at: (seconds: number) => (positionS = seconds),
  };
}

function open() {
  const scripted = scriptedOutput();
  const clock = new SimulatedClock();
  const actor = createActor(playerMachine, { input: { output: scripted.output }, clock }).start();
  const emitted: unknown[] = [];
  actor.on('*', (event) => emitted.push(event));
  return {
    ...scripted,
    actor,
    clock,
    emitted,
    state: () => actor.getSnapshot().value,
    context: () => actor.getSnapshot().context,
  };
}

const abc = [track('a'), track('b'), track('c')];

describe('the player', () => {
  it('loads and plays inside the press, and is playing when sound runs', () => {
    const player = open();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    expect(player.calls).toEqual(['load 1 b.mp3 at 0 and play']);
    expect(player.state()).toBe('loading');
    player.say({ type: 'audio.playing', loadId: 1 });
    expect(player.state()).toBe('playing');
  });

  it('ignores every signal of an old load [S-21]', () => {
    const player = open();
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

  it('advances once per load, marks it as not manual, and wraps after the last', () => {
    const player = open();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 2 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.say({ type: 'audio.ended', loadId: 1 });
    player.say({ type: 'audio.ended', loadId: 1 });
    expect(player.calls).toEqual(['load 1 c.mp3 at 0 and play', 'load 2 a.mp3 at 0 and play']);
    expect(player.context().isManual).toBe(false);
    player.actor.send({ type: 'next.requested' });
    expect(player.context().isManual).toBe(true);
  });

  it('clears the queue after a single track, which stays to be played again from its start', () => {
    const player = open();
    player.actor.send({ type: 'tracks.play', tracks: [track('a')], startIndex: 0 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.say({ type: 'audio.ended', loadId: 1 });
    expect(player.state()).toBe('paused');
    player.actor.send({ type: 'play.requested' });
    expect(player.calls.at(-1)).toBe('load 2 a.mp3 at 0 and play');
  });

  it('keeps its place when the network goes, and goes on when it returns', () => {
    const player = open();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    player.say({ type: 'audio.playing', loadId: 1 });
    player.at(17);
    player.say({ type: 'audio.failed', loadId: 1, failure: 'network' });
    expect(player.state()).toBe('waiting');
    expect(player.emitted).toEqual([]);
    player.actor.send({ type: 'network.returned' });
    expect(player.calls.at(-1)).toBe('load 2 a.mp3 at 17 and play');
    player.say({ type: 'audio.failed', loadId: 2, failure: 'network' });
    player.clock.increment(5000);
    expect(player.calls.at(-1)).toBe('load 3 a.mp3 at 17 and play');
  });

  it('says that a file is missing and stays on it, with the queue whole', () => {
    const player = open();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    player.say({ type: 'audio.failed', loadId: 1, failure: 'missing' });
    expect(player.state()).toBe('failed');
    expect(player.emitted).toEqual([{ type: 'load.failed', failure: 'missing' }]);
    expect(player.context().queue.tracks.map((each) => each.id)).toEqual(['a', 'b', 'c']);
  });

  it('refuses a track without an audio address in the specified way', () => {
    const player = open();
    player.actor.send({ type: 'tracks.play', tracks: [{ ...track('a'), audioSrc: '' }], startIndex: 0 });
    expect(player.state()).toBe('failed');
    expect(player.emitted).toEqual([{ type: 'load.failed', failure: 'missing' }]);
  });

  it('waits for a tap when the browser blocked the start, and plays on it', () => {
    const player = open();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 0 });
    player.say({ type: 'audio.blocked', loadId: 1 });
    expect(player.state()).toBe('blocked');
    player.actor.send({ type: 'play.requested' });
    expect(player.calls.at(-1)).toBe('play');
  });

  it('restores a queue paused at its second and loads it on the first press [S-22]', () => {
    const player = open();
    player.actor.send({ type: 'queue.restored', queue: { tracks: abc, index: 1 }, positionS: 12.5 });
    expect(player.state()).toBe('paused');
    expect(player.calls).toEqual([]);
    player.actor.send({ type: 'play.requested' });
    expect(player.calls).toEqual(['load 1 b.mp3 at 12.5 and play']);
  });

  it('starts the track again on previous after three seconds, else goes back', () => {
    const player = open();
    player.actor.send({ type: 'tracks.play', tracks: abc, startIndex: 1 });
    player.at(10);
    player.actor.send({ type: 'previous.requested' });
    expect(player.calls.at(-1)).toBe('seek 0');
    player.at(1);
    player.actor.send({ type: 'previous.requested' });
    expect(player.calls.at(-1)).toBe('load 2 a.mp3 at 0 and play');
  });
});
