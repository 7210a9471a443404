import { and } from 'xstate';
import { playerSetup } from './player-setup.ts';
import { indexAfterEnd } from './next-playable.ts';

export const sounding = playerSetup.createStateConfig({
  initial: 'loading',
  states: {
    loading: {
      on: {
        'audio.playing': { guard: 'isOfCurrentLoad', target: 'playing', actions: 'emitStarted' },
        'audio.interrupted': { guard: 'isOfCurrentLoad', target: '#player.paused', actions: 'emitInterrupted' },
        'audio.failed': {
          guard: and(['isOfCurrentLoad', 'isNetworkFailure', 'wasAdvanced', 'startsAtBeginning', 'hasNextKept']),
          target: '#player.starting',
          actions: 'advanceToKept',
        },
      },
    },
    playing: {
      entry: ['markSounded', 'emitRunning'],
      on: {
        'audio.stalled': { guard: 'isOfCurrentLoad', target: 'stalled' },
        'audio.interrupted': { guard: 'isOfCurrentLoad', target: '#player.paused', actions: 'emitInterrupted' },
      },
    },
    /** The buffer ran empty; the output resumes by itself when data arrives. */
    stalled: {
      on: {
        'audio.playing': { guard: 'isOfCurrentLoad', target: 'playing' },
        'audio.interrupted': { guard: 'isOfCurrentLoad', target: '#player.paused', actions: 'emitInterrupted' },
        'network.returned': { target: '#player.starting', actions: 'rememberPosition' },
      },
    },
  },
  exit: 'emitResting',
  on: {
    'audio.blocked': { guard: 'isOfCurrentLoad', target: 'blocked' },
    'audio.silent': { guard: 'isOfCurrentLoad', actions: ['markSilent', 'emitSilent'] },
    'audio.recovered': { guard: 'isOfCurrentLoad', actions: 'markAudible' },
    'audio.stuck': { guard: 'isOfCurrentLoad', target: 'waiting' },
    'audio.frozen': { guard: 'isOfCurrentLoad', target: 'starting', actions: 'rememberPosition' },
    'audio.ended': [
      {
        guard: and(['isOfCurrentLoad', 'sleepsAtEnd']),
        target: 'paused',
        actions: ['dropSource', 'stopAfterTrack', { type: 'setSleepsAtEnd', params: { isOn: false } }, 'emitSlept'],
      },
      {
        guard: and(['isOfCurrentLoad', 'hasTrackAfterEnd']),
        target: 'starting',
        actions: { type: 'advance', params: ({ context }) => ({ to: indexAfterEnd(context), isManual: false }) },
      },
      {
        guard: 'isOfCurrentLoad',
        target: 'paused',
        actions: ['dropSource', 'stopAfterTrack'],
      },
    ],
    'audio.failed': [
      { guard: and(['isOfCurrentLoad', 'isNetworkFailure']), target: 'waiting' },
      {
        guard: and(['isOfCurrentLoad', 'isBrokenCopy']),
        target: 'repairing',
        actions: { type: 'setFailure', params: ({ event }) => event },
      },
      {
        guard: 'isOfCurrentLoad',
        target: 'unplayable',
        actions: { type: 'setFailure', params: ({ event }) => event },
      },
    ],
    'pause.requested': { target: 'paused', actions: 'pauseOutput' },
    'otherPage.started': { target: 'paused', actions: 'pauseOutput' },
  },
});

export const silentUntilPress = playerSetup.createStateConfig({
  on: {
    'play.requested': [{ guard: 'isSourceLoaded', target: 'sounding', actions: 'playOutput' }, { target: 'starting' }],
    // The source was lost while nothing played. The next press reloads it at its position.
    'audio.failed': { guard: 'isOfCurrentLoad', actions: ['rememberPosition', 'dropSource'] },
  },
});
