import { and } from 'xstate';
import { playerSetup } from './player-setup.ts';
import { afterEnd } from './next-playable.ts';

/** Audio plays or is about to. */
export const sounding = playerSetup.createStateConfig({
  initial: 'loading',
  states: {
    loading: {
      on: {
        'audio.playing': { guard: 'isOfCurrentLoad', target: 'playing', actions: 'sayStarted' },
        'audio.failed': {
          guard: and(['isOfCurrentLoad', 'isNetworkFailure', 'wasAdvanced', 'isAtStart', 'hasKeptOn']),
          target: '#player.starting',
          actions: 'goOnWithKept',
        },
      },
    },
    playing: {
      entry: ['noteSound', 'sayRunning'],
      on: {
        'audio.stalled': { guard: 'isOfCurrentLoad', target: 'stalled' },
        'audio.interrupted': { guard: 'isOfCurrentLoad', target: '#player.paused', actions: 'sayInterrupted' },
      },
    },
    /** The buffer ran empty; the output resumes by itself when data arrives. */
    stalled: {
      on: {
        'audio.playing': { guard: 'isOfCurrentLoad', target: 'playing' },
        'audio.interrupted': { guard: 'isOfCurrentLoad', target: '#player.paused', actions: 'sayInterrupted' },
        'network.returned': { target: '#player.starting', actions: 'rememberPosition' },
      },
    },
  },
  exit: 'sayResting',
  on: {
    'audio.blocked': { guard: 'isOfCurrentLoad', target: 'blocked' },
    'audio.silent': { guard: 'isOfCurrentLoad', actions: ['noteSilent', 'saySilent'] },
    'audio.heard': { guard: 'isOfCurrentLoad', actions: 'noteHeard' },
    'audio.stuck': { guard: 'isOfCurrentLoad', target: 'waiting' },
    'audio.frozen': { guard: 'isOfCurrentLoad', target: 'starting', actions: 'rememberPosition' },
    'audio.ended': [
      {
        guard: and(['isOfCurrentLoad', 'sleepsAtEnd']),
        target: 'paused',
        actions: ['dropSource', 'standAfterTrack', { type: 'noteSleep', params: { isOn: false } }, 'saySlept'],
      },
      {
        guard: and(['isOfCurrentLoad', 'goesOnAfterEnd']),
        target: 'starting',
        actions: { type: 'goOn', params: ({ context }) => ({ to: afterEnd(context), isManual: false }) },
      },
      {
        guard: 'isOfCurrentLoad',
        target: 'paused',
        actions: ['dropSource', 'standAfterTrack'],
      },
    ],
    'audio.failed': [
      { guard: and(['isOfCurrentLoad', 'isNetworkFailure']), target: 'waiting' },
      {
        guard: and(['isOfCurrentLoad', 'isBrokenCopy']),
        target: 'repairing',
        actions: { type: 'noteFailure', params: ({ event }) => event },
      },
      {
        guard: 'isOfCurrentLoad',
        target: 'losing',
        actions: { type: 'noteFailure', params: ({ event }) => event },
      },
    ],
    'pause.requested': { target: 'paused', actions: 'pauseOutput' },
    'sound.taken': { target: 'paused', actions: 'pauseOutput' },
  },
});

/** Silent until a press. The press plays what is loaded, or loads the track first. */
export const held = playerSetup.createStateConfig({
  on: {
    'play.requested': [{ guard: 'isSourceLoaded', target: 'sounding', actions: 'playOutput' }, { target: 'starting' }],
    // The source was lost while paused. The next press reloads it at its position.
    'audio.failed': { guard: 'isOfCurrentLoad', actions: ['rememberPosition', 'dropSource'] },
  },
});
