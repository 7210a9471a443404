import { assign, emit, enqueueActions, fromCallback, setup } from 'xstate';
import type { AudioFailure, AudioOutput, AudioSignal } from '../../audio/audio-output.ts';
import type { PlayerTrack } from './player-track.ts';
import {
  currentOf,
  emptyQueue,
  insertNext,
  moveTrack,
  nextIndex,
  previousIndex,
  type Queue,
  queueFrom,
  removeTrack,
} from './queue.ts';

/** Previous starts the track again when it is further than this, in seconds. */
const RESTART_AFTER_S = 3;
/** A source lost to the network is tried again after this long, in ms, and at once when the network returns. */
const NETWORK_RETRY_MS = 5000;

export interface PlayerContext {
  output: AudioOutput;
  queue: Queue;
  /** Id of the newest load; signals of older ones change nothing (S-21). */
  loadId: number;
  /** Whether the source of `loadId` is in the output. A restored queue has none until the first press. */
  isLoaded: boolean;
  /** Seconds at which the next load starts. */
  startS: number;
  /** True when the person chose this track; false when the player advanced to it (S-10). */
  isManual: boolean;
  /** Sound stands still for want of data. */
  isStalled: boolean;
  failure: AudioFailure | null;
}

export type PlayerEvent =
  | { type: 'tracks.play'; tracks: readonly PlayerTrack[]; startIndex: number }
  | { type: 'queue.restored'; queue: Queue; positionS: number }
  | { type: 'queue.jumped'; index: number }
  | { type: 'queue.moved'; from: number; to: number }
  | { type: 'queue.removed'; index: number }
  | { type: 'queue.insertedNext'; track: PlayerTrack }
  | { type: 'play.requested' }
  | { type: 'pause.requested' }
  | { type: 'next.requested' }
  | { type: 'previous.requested' }
  | { type: 'next.nearing' }
  | { type: 'position.requested'; seconds: number }
  | { type: 'network.returned' }
  | { type: 'player.cleared' }
  | AudioSignal;

/** What the interface says in a toast. */
export type PlayerEmitted = { type: 'load.failed'; failure: AudioFailure } | { type: 'sound.interrupted' };

/** The player over one audio output: one current load, a queue that is never lost, nothing skipped silently (S-21, S-22). */
export const playerMachine = setup({
  types: {
    context: {} as PlayerContext,
    events: {} as PlayerEvent,
    emitted: {} as PlayerEmitted,
    input: {} as { output: AudioOutput },
  },
  actors: {
    hearOutput: fromCallback<PlayerEvent, { output: AudioOutput }>(({ input, sendBack }) =>
      input.output.onSignal(sendBack),
    ),
  },
  guards: {
    isOfCurrentLoad: ({ context, event }) => 'loadId' in event && event.loadId === context.loadId,
    isCurrentNetworkFailure: ({ context, event }) =>
      event.type === 'audio.failed' && event.loadId === context.loadId && event.failure === 'network',
    hasNext: ({ context }) => nextIndex(context.queue) !== null,
    hasNextAfterCurrentLoad: ({ context, event }) =>
      'loadId' in event && event.loadId === context.loadId && nextIndex(context.queue) !== null,
    isSourceLoaded: ({ context }) => context.isLoaded,
    hasPlayable: ({ context }) => Boolean(currentOf(context.queue)?.audioSrc),
    startsAgain: ({ context }) =>
      context.output.position().positionS > RESTART_AFTER_S || previousIndex(context.queue) === null,
  },
  actions: {
    chooseTracks: assign(({ event, context }) =>
      event.type === 'tracks.play'
        ? { queue: queueFrom(event.tracks, event.startIndex), isManual: true, startS: 0 }
        : context,
    ),
    chooseIndex: assign(({ event, context }) =>
      event.type === 'queue.jumped' && context.queue.tracks[event.index]
        ? { queue: { ...context.queue, index: event.index }, isManual: true, startS: 0 }
        : context,
    ),
    goNext: assign((_, params: { isManual: boolean }) => ({ isManual: params.isManual, startS: 0 })),
    stepForward: assign({
      queue: ({ context }) => ({ ...context.queue, index: nextIndex(context.queue) ?? context.queue.index }),
    }),
    stepBack: assign({
      queue: ({ context }) => ({ ...context.queue, index: previousIndex(context.queue) ?? context.queue.index }),
      isManual: true,
      startS: 0,
    }),
    restore: assign(({ event, context }) =>
      event.type === 'queue.restored'
        ? { queue: event.queue, startS: event.positionS, isLoaded: false, isManual: true }
        : context,
    ),
    editQueue: assign(({ event, context }) => {
      if (event.type === 'queue.moved') return { queue: moveTrack(context.queue, event.from, event.to) };
      if (event.type === 'queue.removed') return { queue: removeTrack(context.queue, event.index) };
      if (event.type === 'queue.insertedNext') return { queue: insertNext(context.queue, event.track) };
      return context;
    }),
    keepOnlyCurrent: assign({
      queue: ({ context }) => {
        const track = currentOf(context.queue);
        return track ? { tracks: [track], index: 0 } : emptyQueue;
      },
      isLoaded: false,
      startS: 0,
    }),
    load: enqueueActions(({ context, enqueue }) => {
      const track = currentOf(context.queue);
      if (!track) return;
      const loadId = context.loadId + 1;
      enqueue.assign({ loadId, isLoaded: true, isStalled: false, failure: null });
      // Synchronous, so that a press or an `ended` on a locked screen starts the sound by itself.
      enqueue(() => context.output.load({ loadId, url: track.audioSrc, startS: context.startS, play: true }));
    }),
    rememberPosition: assign({ startS: ({ context }) => context.output.position().positionS || context.startS }),
    playOutput: ({ context }) => context.output.play(),
    pauseOutput: ({ context }) => context.output.pause(),
    dropSource: enqueueActions(({ context, enqueue }) => {
      enqueue(() => context.output.unload());
      enqueue.assign({ isLoaded: false });
    }),
    seekTo: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'position.requested') return;
      if (context.isLoaded) enqueue(() => context.output.seek(event.seconds));
      else enqueue.assign({ startS: Math.max(0, event.seconds) });
    }),
    startAgain: ({ context }) => context.output.seek(0),
    prepareNext: ({ context }) => {
      const next = nextIndex(context.queue);
      context.output.prepare(next === null ? null : (context.queue.tracks[next]?.audioSrc ?? null));
    },
    markStalled: assign({ isStalled: true }),
    markRunning: assign({ isStalled: false }),
    noteFailure: assign({ failure: ({ event }) => (event.type === 'audio.failed' ? event.failure : null) }),
    noteMissing: assign({ failure: 'missing' as const }),
    sayFailure: emit(({ context }) => ({ type: 'load.failed' as const, failure: context.failure ?? 'broken' })),
    sayInterrupted: emit({ type: 'sound.interrupted' as const }),
    clear: assign({ queue: emptyQueue, isLoaded: false, startS: 0, isStalled: false, failure: null }),
  },
  delays: { networkRetry: NETWORK_RETRY_MS },
}).createMachine({
  id: 'player',
  context: ({ input }) => ({
    output: input.output,
    queue: emptyQueue,
    loadId: 0,
    isLoaded: false,
    startS: 0,
    isManual: true,
    isStalled: false,
    failure: null,
  }),
  invoke: { src: 'hearOutput', input: ({ context }) => ({ output: context.output }) },
  initial: 'idle',
  on: {
    'tracks.play': { target: '.starting', actions: 'chooseTracks' },
    'queue.jumped': { target: '.starting', actions: 'chooseIndex' },
    'queue.moved': { actions: ['editQueue', 'prepareNext'] },
    'queue.removed': { actions: ['editQueue', 'prepareNext'] },
    'queue.insertedNext': { actions: ['editQueue', 'prepareNext'] },
    'next.requested': {
      guard: 'hasNext',
      target: '.starting',
      actions: [{ type: 'goNext', params: { isManual: true } }, 'stepForward'],
    },
    'previous.requested': [
      { guard: 'startsAgain', actions: 'startAgain' },
      { target: '.starting', actions: 'stepBack' },
    ],
    'position.requested': { actions: 'seekTo' },
    'next.nearing': { actions: 'prepareNext' },
    'player.cleared': { target: '.idle', actions: ['dropSource', 'clear'] },
  },
  states: {
    idle: { on: { 'queue.restored': { target: 'paused', actions: 'restore' } } },
    starting: {
      always: [
        { guard: 'hasPlayable', target: 'loading', actions: 'load' },
        { target: 'failed', actions: ['dropSource', 'noteMissing', 'sayFailure'] },
      ],
    },
    loading: {
      on: {
        'audio.playing': { guard: 'isOfCurrentLoad', target: 'playing' },
        'audio.blocked': { guard: 'isOfCurrentLoad', target: 'blocked' },
        'audio.failed': [
          { guard: 'isCurrentNetworkFailure', target: 'waiting', actions: 'noteFailure' },
          { guard: 'isOfCurrentLoad', target: 'failed', actions: ['noteFailure', 'dropSource', 'sayFailure'] },
        ],
        'pause.requested': { target: 'paused', actions: 'pauseOutput' },
      },
    },
    playing: {
      entry: 'markRunning',
      on: {
        'audio.playing': { guard: 'isOfCurrentLoad', actions: 'markRunning' },
        'audio.stalled': { guard: 'isOfCurrentLoad', actions: 'markStalled' },
        'audio.interrupted': { guard: 'isOfCurrentLoad', target: 'paused', actions: 'sayInterrupted' },
        'audio.blocked': { guard: 'isOfCurrentLoad', target: 'blocked' },
        'audio.ended': [
          {
            guard: 'hasNextAfterCurrentLoad',
            target: 'starting',
            actions: [{ type: 'goNext', params: { isManual: false } }, 'stepForward'],
          },
          { guard: 'isOfCurrentLoad', target: 'paused', actions: ['dropSource', 'keepOnlyCurrent'] },
        ],
        'audio.failed': [
          { guard: 'isCurrentNetworkFailure', target: 'waiting', actions: 'noteFailure' },
          { guard: 'isOfCurrentLoad', target: 'failed', actions: ['noteFailure', 'dropSource', 'sayFailure'] },
        ],
        'pause.requested': { target: 'paused', actions: 'pauseOutput' },
      },
    },
    paused: {
      on: {
        'play.requested': [
          { guard: 'isSourceLoaded', target: 'loading', actions: 'playOutput' },
          { target: 'starting' },
        ],
      },
    },
    /** The browser wants a tap: 'Tap to continue playback'. */
    blocked: {
      on: {
        'play.requested': { target: 'loading', actions: 'playOutput' },
        'pause.requested': { target: 'paused', actions: 'pauseOutput' },
      },
    },
    /** The network went away in mid-song: the place is kept and tried again. */
    waiting: {
      entry: 'rememberPosition',
      after: { networkRetry: { target: 'starting' } },
      on: {
        'network.returned': 'starting',
        'play.requested': 'starting',
        'pause.requested': { target: 'paused', actions: 'dropSource' },
      },
    },
    failed: { on: { 'play.requested': 'starting' } },
  },
});
