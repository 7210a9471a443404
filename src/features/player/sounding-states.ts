import { and } from 'xstate';
import { playerSetup } from './player-setup.ts';
import { onlyCurrent } from './queue.ts';

/** Sound runs or is about to. */
export const sounding = playerSetup.createStateConfig({
  initial: 'loading',
  states: {
    loading: {
      on: {
        'audio.playing': { guard: 'isOfCurrentLoad', target: 'playing', actions: 'sayStarted' },
        'audio.stuck': { guard: 'isOfCurrentLoad', target: '#player.waiting' },
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
    /** Sound stands still for want of data; the output tries on by itself. */
    stalled: {
      on: {
        'audio.playing': { guard: 'isOfCurrentLoad', target: 'playing' },
        'audio.stuck': { guard: 'isOfCurrentLoad', target: '#player.waiting' },
        'audio.interrupted': { guard: 'isOfCurrentLoad', target: '#player.paused', actions: 'sayInterrupted' },
        'network.returned': { target: '#player.starting', actions: 'rememberPosition' },
      },
    },
  },
  exit: 'sayResting',
  on: {
    'audio.blocked': { guard: 'isOfCurrentLoad', target: 'blocked' },
    'audio.ended': [
      {
        guard: and(['isOfCurrentLoad', 'hasNext']),
        target: 'starting',
        actions: { type: 'goOn', params: { isManual: false } },
      },
      {
        guard: 'isOfCurrentLoad',
        target: 'paused',
        actions: [
          'dropSource',
          { type: 'choose', params: ({ context }) => ({ queue: onlyCurrent(context.queue), isManual: true }) },
        ],
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

/** Silent with a source that may be there: a press goes on with it, or loads it. */
export const held = playerSetup.createStateConfig({
  on: {
    'play.requested': [{ guard: 'isSourceLoaded', target: 'sounding', actions: 'playOutput' }, { target: 'starting' }],
    // A source that was lost while nobody listened is loaded anew at its place on the next press.
    'audio.failed': { guard: 'isOfCurrentLoad', actions: ['rememberPosition', 'dropSource'] },
  },
});
