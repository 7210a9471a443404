import { createActor, SimulatedClock } from 'xstate';
import type { AudioOutput, AudioSignal } from '../playback/output/audio-output.ts';
import { positionOf, type TrackSource } from '../playback/player/player-events.ts';
import { playerMachine } from '../playback/player/player-machine.ts';
import { stateOf } from '../playback/player/player-state.ts';
import type { PlayerTrack } from '../playback/player/player-track.ts';
import { simulatedTrack as track } from './simulated-page.ts';

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
    setMuted: () => undefined,
    prepare: (url) => void calls.push(`prepare ${url?.slice(10) ?? 'nothing'}`),
    unload: () => void calls.push('unload'),
    position: () => ({ positionS, durationS: 60, running: false, heardBeforeMs: 0 }),
    onSignal: (next) => {
      listener = next;
      return () => undefined;
    },
    onSeek: () => () => undefined,
    onProgress: () => () => undefined,
  };
  return {
    output,
    calls,
    say: (signal: AudioSignal) => listener(signal),
    at: (seconds: number) => (positionS = seconds),
  };
}

/** Tracks named k… are kept on the device; others come from the network. */
export function openScriptedPlayer(source: Partial<TrackSource> = {}) {
  const scripted = scriptedOutput();
  const clock = new SimulatedClock();
  const input = {
    output: scripted.output,
    // A shuffle picks the first remaining track.
    random: () => 0,
    source: {
      whereIs: (track: PlayerTrack) => (track.id.startsWith('k') ? ('device' as const) : ('network' as const)),
      addressOf: (track: PlayerTrack) => track.audioSrc,
      dropCopy: () => Promise.resolve(false),
      ...source,
    },
  };
  const actor = createActor(playerMachine, { input, clock }).start();
  const emitted: unknown[] = [];
  for (const type of [
    'load.failed',
    'tracks.skipped',
    'sound.started',
    'sound.interrupted',
    'sleep.reached',
    'radio.left',
  ] as const)
    actor.on(type, (event) => emitted.push(event));
  const changes: string[] = [];
  for (const type of ['queue.changed', 'position.running', 'position.resting', 'position.jumped'] as const)
    actor.on(type, () => changes.push(type));
  return {
    ...scripted,
    actor,
    clock,
    emitted,
    changes,
    position: () => positionOf(actor.getSnapshot().context),
    state: () => stateOf(actor.getSnapshot()),
    context: () => actor.getSnapshot().context,
  };
}

export const abc = [track('a'), track('b'), track('c')];
