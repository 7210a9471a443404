import { and, or, stateIn } from 'xstate';
import { held, sounding } from './sounding-states.ts';
import { playerSetup } from './player-setup.ts';
import {
  currentOf,
  emptyQueue,
  insertTracks,
  moveTrack,
  onlyCurrent,
  previousIndex,
  removeTrack,
  replaceQueue,
  shuffle,
  unshuffle,
} from './queue.ts';
import { nextPlayableIndex } from './next-playable.ts';

/**
 * The player over one audio output: one current load, a queue that is never lost, no silent skips (S-21, S-22). It
 * waits out a lost network; at a track's end it continues with kept tracks.
 */
export const playerMachine = playerSetup.createMachine({
  id: 'player',
  context: ({ input }) => ({
    output: input.output,
    source: input.source,
    random: input.random,
    queue: emptyQueue,
    loadId: 0,
    inOutput: 'nothing',
    startS: 0,
    hasSounded: false,
    isSilent: false,
    isManual: true,
    sleepsAtEnd: false,
    failure: null,
    lost: new Set(),
    repaired: null,
    aside: null,
  }),
  invoke: { src: 'hearOutput', input: ({ context }) => ({ output: context.output }) },
  initial: 'idle',
  on: {
    'tracks.play': {
      target: '.starting',
      actions: [
        'forgetLost',
        {
          type: 'choose',
          params: ({ context, event }) => ({
            queue: replaceQueue(context.queue, event.tracks, event.startIndex, context.random),
            isManual: true,
          }),
        },
      ],
    },
    'queue.jumped': {
      guard: { type: 'isTrackThere', params: ({ event }) => event },
      target: '.starting',
      actions: [
        'forgetLost',
        {
          type: 'choose',
          params: ({ context, event }) => ({ queue: { ...context.queue, index: event.index }, isManual: true }),
        },
      ],
    },
    'queue.moved': {
      actions: [
        {
          type: 'editQueue',
          params: ({ context, event }) => ({ queue: moveTrack(context.queue, event.from, event.to) }),
        },
        'prepareNext',
      ],
    },
    'queue.removed': [
      {
        guard: { type: 'isNotCurrent', params: ({ event }) => event },
        actions: [
          {
            type: 'editQueue',
            params: ({ context, event }) => ({ queue: removeTrack(context.queue, event.index) }),
          },
          'prepareNext',
        ],
      },
      {
        guard: 'isAlone',
        target: '.idle',
        actions: [
          'dropSource',
          'forgetLost',
          {
            type: 'choose',
            params: ({ context, event }) => ({ queue: removeTrack(context.queue, event.index), isManual: true }),
          },
        ],
      },
      {
        guard: or([stateIn('paused'), stateIn('failed'), stateIn('blocked')]),
        target: '.paused',
        actions: [
          'dropSource',
          {
            type: 'choose',
            params: ({ context, event }) => ({ queue: removeTrack(context.queue, event.index), isManual: true }),
          },
        ],
      },
      {
        target: '.starting',
        actions: {
          type: 'choose',
          params: ({ context, event }) => ({ queue: removeTrack(context.queue, event.index), isManual: true }),
        },
      },
    ],
    // A withdrawn current track stops at once, and the queue advances as at a track's end.
    'tracks.gone': [
      {
        guard: { type: 'isCurrentLeft', params: ({ event }) => event },
        actions: [{ type: 'withdraw', params: ({ event }) => event }, 'prepareNext'],
      },
      {
        guard: { type: 'isNothingLeft', params: ({ event }) => event },
        target: '.idle',
        actions: [
          'dropSource',
          'forgetLost',
          { type: 'withdrawCurrent', params: ({ event: { trackIds } }) => ({ trackIds, isManual: true }) },
        ],
      },
      {
        guard: or([stateIn('paused'), stateIn('failed'), stateIn('blocked'), 'endsWithCurrent']),
        target: '.paused',
        actions: [
          'dropSource',
          { type: 'withdrawCurrent', params: ({ event: { trackIds } }) => ({ trackIds, isManual: true }) },
        ],
      },
      {
        guard: 'sleepsAtEnd',
        target: '.paused',
        actions: [
          'dropSource',
          { type: 'withdrawCurrent', params: ({ event: { trackIds } }) => ({ trackIds, isManual: true }) },
          { type: 'noteSleep', params: { isOn: false } },
          'saySlept',
        ],
      },
      {
        target: '.starting',
        actions: { type: 'withdrawCurrent', params: ({ event: { trackIds } }) => ({ trackIds, isManual: false }) },
      },
    ],
    'queue.added': [
      {
        guard: 'hasQueue',
        actions: [
          {
            type: 'editQueue',
            params: ({ context, event }) => ({ queue: insertTracks(context.queue, event.tracks, event.where) }),
          },
          'prepareNext',
        ],
      },
      {
        target: '.paused',
        actions: {
          type: 'editQueue',
          params: ({ context, event }) => ({ queue: insertTracks(context.queue, event.tracks, event.where) }),
        },
      },
    ],
    'queue.cleared': {
      actions: [{ type: 'editQueue', params: ({ context }) => ({ queue: onlyCurrent(context.queue) }) }, 'prepareNext'],
    },
    'shuffle.switched': {
      actions: [
        {
          type: 'editQueue',
          params: ({ context: { queue, random } }) => ({
            queue: queue.unshuffled ? unshuffle(queue) : shuffle(queue, random),
          }),
        },
        'prepareNext',
      ],
    },
    'repeat.chosen': {
      actions: [
        {
          type: 'editQueue',
          params: ({ context, event }) => ({ queue: { ...context.queue, repeat: event.repeat } }),
        },
        'prepareNext',
      ],
    },
    'queue.replaced': {
      guard: { type: 'isAroundCurrent', params: ({ event }) => ({ current: event.tracks[event.index] }) },
      actions: [
        {
          type: 'editQueue',
          params: ({ context, event }) => ({
            queue: replaceQueue(context.queue, event.tracks, event.index, context.random),
          }),
        },
        'prepareNext',
      ],
    },
    'next.requested': {
      guard: 'hasNext',
      target: '.starting',
      actions: [
        'forgetLost',
        { type: 'goOn', params: ({ context }) => ({ to: nextPlayableIndex(context, 'press'), isManual: true }) },
      ],
    },
    'previous.requested': [
      { guard: 'startsAgain', actions: [{ type: 'seekTo', params: { seconds: 0 } }, 'sayJumped'] },
      {
        target: '.starting',
        actions: [
          'forgetLost',
          {
            type: 'choose',
            params: ({ context: { queue } }) => ({
              queue: { ...queue, index: previousIndex(queue) ?? queue.index },
              isManual: true,
            }),
          },
        ],
      },
    ],
    'position.requested': { actions: [{ type: 'seekTo', params: ({ event }) => event }, 'sayJumped'] },
    'next.nearing': { actions: 'prepareNext' },
    'audio.ready': { guard: 'isOfCurrentLoad', actions: 'noteReady' },
    'sleep.atTrackEnd': { actions: { type: 'noteSleep', params: ({ event }) => event } },
    'radio.started': { target: '.radio', actions: ['rememberPosition', 'dropSource', 'setAside'] },
  },
  states: {
    idle: {
      on: {
        'queue.restored': { target: 'paused', actions: { type: 'restore', params: ({ event }) => event } },
      },
    },
    starting: {
      always: [
        { guard: 'hasPlayable', target: 'sounding', actions: 'load' },
        { target: 'losing', actions: { type: 'noteFailure', params: { failure: 'missing' } } },
      ],
    },
    sounding,
    paused: held,
    /** The browser requires a user gesture: 'Tap to continue playback'. */
    blocked: {
      ...held,
      on: {
        ...held.on,
        'pause.requested': { target: 'paused', actions: 'pauseOutput' },
        'sound.taken': { target: 'paused', actions: 'pauseOutput' },
      },
    },
    /** The network was lost: the position is kept, and the load is retried. */
    waiting: {
      // `isSilent` stays set until audio plays, also during retries.
      entry: ['rememberPosition', 'dropSource', 'noteSilent'],
      after: { networkRetry: { target: 'starting' } },
      on: {
        'network.returned': 'starting',
        'play.requested': 'starting',
        'pause.requested': 'paused',
        'sound.taken': 'paused',
      },
    },
    /** The file is not playable. If it was a local copy, drop it and refetch the file. */
    repairing: {
      entry: ['rememberPosition', 'dropSource', 'noteRepaired'],
      invoke: {
        src: 'dropCopy',
        input: ({ context }) => ({ source: context.source, track: currentOf(context.queue) }),
        onDone: [{ guard: ({ event }) => event.output, target: 'starting' }, { target: 'losing' }],
        onError: 'losing',
      },
      on: {
        'pause.requested': 'paused',
        'sound.taken': 'paused',
      },
    },
    /** The track cannot be loaded: report it, and advance unless the failed track is the one just pressed. */
    losing: {
      entry: ['dropSource', 'noteLost', 'sayFailure'],
      always: [
        {
          guard: and([or(['hasSounded', 'wasAdvanced']), 'hasWayOn']),
          target: 'starting',
          actions: {
            type: 'goOn',
            params: ({ context }) => ({ to: nextPlayableIndex(context, 'itself'), isManual: false }),
          },
        },
        { target: 'failed' },
      ],
    },
    failed: { on: { 'play.requested': { target: 'starting', actions: 'forgetLost' } } },
    /** The radio plays instead; the queue is set aside (S-20). */
    radio: {
      on: {
        'tracks.play': {
          target: 'starting',
          actions: [
            'sayRadioLeft',
            'forgetLost',
            {
              type: 'choose',
              params: ({ context, event }) => ({
                queue: replaceQueue(context.aside?.queue ?? emptyQueue, event.tracks, event.startIndex, context.random),
                isManual: true,
              }),
            },
            'forgetAside',
          ],
        },
        'radio.stopped': [
          { guard: 'hasAside', target: 'paused', actions: 'takeBack' },
          { target: 'idle', actions: 'takeBack' },
        ],
        'queue.added': {
          actions: {
            type: 'editAside',
            params: ({ event }) => ({ insert: (queue) => insertTracks(queue, event.tracks, event.where) }),
          },
        },
        'tracks.gone': {
          actions: { type: 'withdraw', params: ({ event }) => event },
        },
        'queue.jumped': {},
        'queue.moved': {},
        'queue.removed': {},
        'queue.cleared': {},
        'queue.replaced': {},
        'shuffle.switched': {},
        'repeat.chosen': {},
        'next.requested': {},
        'previous.requested': {},
        'position.requested': {},
        'next.nearing': {},
        'radio.started': {},
      },
    },
  },
});
