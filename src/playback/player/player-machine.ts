import { and, or, stateIn } from 'xstate';
import { silentUntilPress, sounding } from './sounding-states.ts';
import { playerSetup } from './player-setup.ts';
import {
  currentOf,
  emptyQueue,
  insertTracks,
  jumpTo,
  moveTrack,
  onlyCurrent,
  previousIndex,
  removeTrack,
  replaceQueue,
  shuffle,
  unshuffle,
} from './queue.ts';
import { nextPlayableIndex } from './next-playable.ts';

/** The player: it has one current load, never loses its queue and skips no track silently (S-21, S-22). */
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
    failedIds: new Set(),
    repairedId: null,
    aside: null,
  }),
  invoke: { src: 'listenToOutput', input: ({ context }) => ({ output: context.output }) },
  initial: 'idle',
  on: {
    'tracks.play': {
      target: '.starting',
      actions: [
        'clearFailed',
        {
          type: 'setCurrent',
          params: ({ context, event }) => ({
            queue: replaceQueue(context.queue, event.tracks, event.startIndex, context.random),
            isManual: true,
            startS: event.startS,
          }),
        },
      ],
    },
    'queue.jumped': {
      guard: { type: 'isInQueue', params: ({ event }) => event },
      target: '.starting',
      actions: [
        'clearFailed',
        {
          type: 'setCurrent',
          params: ({ context, event }) => ({ queue: jumpTo(context.queue, event.index), isManual: true }),
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
        guard: 'isOnlyTrack',
        target: '.idle',
        actions: [
          'dropSource',
          'clearFailed',
          {
            type: 'setCurrent',
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
            type: 'setCurrent',
            params: ({ context, event }) => ({ queue: removeTrack(context.queue, event.index), isManual: true }),
          },
        ],
      },
      {
        target: '.starting',
        actions: {
          type: 'setCurrent',
          params: ({ context, event }) => ({ queue: removeTrack(context.queue, event.index), isManual: true }),
        },
      },
    ],
    // A withdrawn current track: the next one plays, unless the player waits for a press, the queue ends, or the sleep timer ends here.
    'tracks.withdrawn': [
      {
        guard: { type: 'staysCurrent', params: ({ event }) => event },
        actions: [{ type: 'withdraw', params: ({ event }) => event }, 'prepareNext'],
      },
      {
        guard: { type: 'isAllWithdrawn', params: ({ event }) => event },
        target: '.idle',
        actions: [
          'dropSource',
          'clearFailed',
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
          { type: 'setSleepsAtEnd', params: { isOn: false } },
          'emitSlept',
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
      guard: { type: 'keepsCurrent', params: ({ event }) => ({ current: event.tracks[event.index] }) },
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
        'clearFailed',
        { type: 'advance', params: ({ context }) => ({ to: nextPlayableIndex(context, 'press'), isManual: true }) },
      ],
    },
    'previous.requested': [
      { guard: 'restartsOnPrevious', actions: [{ type: 'seekTo', params: { seconds: 0 } }, 'emitJumped'] },
      {
        target: '.starting',
        actions: [
          'clearFailed',
          {
            type: 'setCurrent',
            params: ({ context: { queue } }) => ({
              queue: { ...queue, index: previousIndex(queue) ?? queue.index },
              isManual: true,
            }),
          },
        ],
      },
    ],
    'position.requested': { actions: [{ type: 'seekTo', params: ({ event }) => event }, 'emitJumped'] },
    'next.nearing': { actions: 'prepareNext' },
    'audio.ready': { guard: 'isOfCurrentLoad', actions: 'markReady' },
    'sleep.atTrackEnd': {
      actions: [{ type: 'setSleepsAtEnd', params: ({ event }) => event }, 'dropPreparedIfSleeping'],
    },
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
        { guard: 'hasCurrentAudio', target: 'sounding', actions: 'load' },
        { target: 'unplayable', actions: { type: 'setFailure', params: { failure: 'missing' } } },
      ],
    },
    sounding,
    paused: silentUntilPress,
    blocked: {
      ...silentUntilPress,
      on: {
        ...silentUntilPress.on,
        'pause.requested': { target: 'paused', actions: 'pauseOutput' },
        'otherPage.started': { target: 'paused', actions: 'pauseOutput' },
      },
    },
    waiting: {
      // `isSilent` stays set during retries, until bytes arrive.
      entry: ['rememberPosition', 'dropSource', 'markSilent'],
      after: { networkRetry: { target: 'starting' } },
      on: {
        'network.returned': 'starting',
        'play.requested': 'starting',
        'pause.requested': 'paused',
        'otherPage.started': 'paused',
      },
    },
    /** If the unplayable file was a local copy, drop it and fetch the file again. */
    repairing: {
      entry: ['rememberPosition', 'dropSource', 'markRepaired'],
      invoke: {
        src: 'dropCopy',
        input: ({ context }) => ({ source: context.source, track: currentOf(context.queue) }),
        onDone: [{ guard: ({ event }) => event.output, target: 'starting' }, { target: 'unplayable' }],
        onError: 'unplayable',
      },
      on: {
        'pause.requested': 'paused',
        'otherPage.started': 'paused',
      },
    },
    /** The track cannot be loaded. The player reports it, and advances unless the person just chose this track. */
    unplayable: {
      entry: ['dropSource', 'markFailed', 'emitFailure'],
      always: [
        {
          guard: and([or(['hasSounded', 'wasAdvanced']), 'hasNextPlayable']),
          target: 'starting',
          actions: {
            type: 'advance',
            params: ({ context }) => ({ to: nextPlayableIndex(context, 'itself'), isManual: false }),
          },
        },
        { target: 'failed' },
      ],
    },
    failed: { on: { 'play.requested': { target: 'starting', actions: 'clearFailed' } } },
    /** The radio plays instead; the queue is set aside (S-20). */
    radio: {
      on: {
        'tracks.play': {
          target: 'starting',
          actions: [
            'emitRadioLeft',
            'clearFailed',
            {
              type: 'setCurrent',
              params: ({ context, event }) => ({
                queue: replaceQueue(context.aside?.queue ?? emptyQueue, event.tracks, event.startIndex, context.random),
                isManual: true,
                startS: event.startS,
              }),
            },
            'clearAside',
          ],
        },
        'radio.stopped': [
          { guard: 'hasAside', target: 'paused', actions: 'restoreAside' },
          { target: 'idle', actions: 'restoreAside' },
        ],
        'queue.added': {
          actions: {
            type: 'editAside',
            params: ({ event }) => ({ insert: (queue) => insertTracks(queue, event.tracks, event.where) }),
          },
        },
        'tracks.withdrawn': {
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
