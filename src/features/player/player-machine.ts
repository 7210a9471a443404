import { and, assign, emit, enqueueActions, fromCallback, fromPromise, or, setup, stateIn } from 'xstate';
import type { AudioFailure, AudioOutput, AudioSignal } from '../../audio/audio-output.ts';
import type { PlayerTrack } from './player-track.ts';
import {
  currentOf,
  emptyQueue,
  findNext,
  insertTracks,
  moveTrack,
  nextIndex,
  onlyCurrent,
  previousIndex,
  type Queue,
  queueFrom,
  removeTrack,
} from './queue.ts';

/** Previous starts the track again when it is further than this, in seconds. */
const RESTART_AFTER_S = 3;
/** A source lost to the network is tried again after this long, in ms, and at once when the network returns. */
const NETWORK_RETRY_MS = 5000;

/** Where the audio of tracks is, and what can be done about a copy that does not sound. */
export interface TrackSource {
  /** `device`: kept on it; `network`: to be fetched, as far as is known; `nowhere`: not kept, and there is no network. */
  whereIs(track: PlayerTrack): 'device' | 'network' | 'nowhere';
  /** What is loaded for it. */
  addressOf(track: PlayerTrack): string;
  /** Drops the device's own copy so that the next load fetches the file anew. False when there was none. */
  dropCopy(track: PlayerTrack): Promise<boolean>;
}

export interface PlayerContext {
  output: AudioOutput;
  source: TrackSource;
  queue: Queue;
  /** Id of the newest load; signals of older ones change nothing (S-21). */
  loadId: number;
  /** Whether the source of `loadId` is in the output. A restored queue has none until the first press. */
  isLoaded: boolean;
  /** Whether the current track has sounded: from then on it is music that must not stop, not a press that failed. */
  hasSounded: boolean;
  /** Seconds at which the next load starts. */
  startS: number;
  /** True when the person chose this track; false when the player advanced to it (S-10). */
  isManual: boolean;
  failure: AudioFailure | null;
  /** Tracks that failed since sound last ran: the queue does not go round among them. */
  lost: ReadonlySet<string>;
  /** The track whose broken copy was dropped; it is not dropped twice in a row. */
  repaired: string | null;
  /** What the radio took and gives back (S-20). */
  aside: { queue: Queue; startS: number } | null;
}

export type PlayerEvent =
  | { type: 'tracks.play'; tracks: readonly PlayerTrack[]; startIndex: number }
  | { type: 'queue.restored'; queue: Queue; positionS: number }
  | { type: 'queue.jumped'; index: number }
  | { type: 'queue.moved'; from: number; to: number }
  | { type: 'queue.removed'; index: number }
  | { type: 'queue.added'; tracks: readonly PlayerTrack[]; where: 'next' | 'end' }
  | { type: 'queue.cleared' }
  /** Another list around the track that is current. */
  | { type: 'queue.replaced'; tracks: readonly PlayerTrack[]; index: number }
  | { type: 'play.requested' }
  | { type: 'pause.requested' }
  | { type: 'next.requested' }
  | { type: 'previous.requested' }
  | { type: 'next.nearing' }
  | { type: 'position.requested'; seconds: number }
  | { type: 'network.returned' }
  /** Another tab started to sound. */
  | { type: 'sound.taken' }
  | { type: 'radio.started' }
  | { type: 'radio.stopped' }
  | { type: 'player.cleared' }
  | AudioSignal;

/** What others hear of it: the interface says it in a toast, other sounds stop. */
export type PlayerEmitted =
  | { type: 'load.failed'; failure: AudioFailure }
  | { type: 'tracks.passedOver'; count: number }
  | { type: 'sound.started' }
  | { type: 'sound.interrupted' }
  | { type: 'radio.left' };

type Chosen = Pick<PlayerContext, 'queue' | 'startS' | 'isManual' | 'hasSounded' | 'repaired'>;

function chosen(queue: Queue, isManual: boolean): Chosen {
  return { queue, isManual, startS: 0, hasSounded: false, repaired: null };
}

/** Where the queue goes on: the next track, or the first after it that can be had; null when none has not failed yet. */
function wayOn({ queue, source, lost }: PlayerContext): number | null {
  const isWhole = (track: PlayerTrack) => track.audioSrc !== '' && !lost.has(track.id);
  return (
    findNext(queue, (track) => isWhole(track) && source.whereIs(track) !== 'nowhere') ??
    findNext(queue, isWhole) ??
    null
  );
}

/** The next track that is on the device for certain. */
function keptOn({ queue, source, lost }: PlayerContext): number | null {
  return findNext(queue, (track) => !lost.has(track.id) && source.whereIs(track) === 'device');
}

/** Tracks between the current one and an index that the queue leaves out. */
function passedOver(queue: Queue, index: number): number {
  return ((index - queue.index + queue.tracks.length) % queue.tracks.length) - 1;
}

/**
 * The player over one audio output: one current load, a queue that is never lost, nothing skipped silently (S-21, S-22).
 * A network that goes away is waited out; at a track's end the queue goes on with what is on the device.
 */
export const playerMachine = setup({
  types: {
    context: {} as PlayerContext,
    events: {} as PlayerEvent,
    emitted: {} as PlayerEmitted,
    input: {} as { output: AudioOutput; source: TrackSource },
  },
  actors: {
    hearOutput: fromCallback<PlayerEvent, { output: AudioOutput }>(({ input, sendBack }) =>
      input.output.onSignal(sendBack),
    ),
    dropCopy: fromPromise<boolean, { source: TrackSource; track: PlayerTrack | null }>(({ input }) =>
      input.track ? input.source.dropCopy(input.track) : Promise.resolve(false),
    ),
  },
  guards: {
    isOfCurrentLoad: ({ context, event }) => 'loadId' in event && event.loadId === context.loadId,
    isNetworkFailure: ({ event }) => event.type === 'audio.failed' && event.failure === 'network',
    isBrokenCopy: ({ context, event }) =>
      event.type === 'audio.failed' &&
      event.failure === 'broken' &&
      context.repaired !== (currentOf(context.queue)?.id ?? null),
    hasNext: ({ context }) => nextIndex(context.queue) !== null,
    hasWayOn: ({ context }) => wayOn(context) !== null,
    hasSounded: ({ context }) => context.hasSounded,
    wasAdvanced: ({ context }) => !context.isManual,
    isAtStart: ({ context }) => context.startS === 0,
    hasKeptOn: ({ context }) => keptOn(context) !== null,
    isSourceLoaded: ({ context }) => context.isLoaded,
    hasPlayable: ({ context }) => Boolean(currentOf(context.queue)?.audioSrc),
    startsAgain: ({ context }) =>
      context.output.position().positionS > RESTART_AFTER_S || previousIndex(context.queue) === null,
    isTrackThere: ({ context, event }) =>
      event.type === 'queue.jumped' && context.queue.tracks[event.index] !== undefined,
    isAroundCurrent: ({ context, event }) =>
      event.type === 'queue.replaced' &&
      context.queue.tracks.length > 0 &&
      event.tracks[event.index]?.id === currentOf(context.queue)?.id,
    takesLast: ({ context, event }) =>
      event.type === 'queue.removed' && event.index === context.queue.index && context.queue.tracks.length === 1,
    takesCurrent: ({ context, event }) =>
      event.type === 'queue.removed' && event.index === context.queue.index && currentOf(context.queue) !== null,
    hasAside: ({ context }) => context.aside !== null && context.aside.queue.tracks.length > 0,
    hasQueue: ({ context }) => context.queue.tracks.length > 0,
  },
  actions: {
    chooseTracks: assign(({ event, context }) =>
      event.type === 'tracks.play'
        ? { ...chosen(queueFrom(event.tracks, event.startIndex), true), lost: new Set<string>() }
        : context,
    ),
    chooseIndex: assign(({ event, context }) =>
      event.type === 'queue.jumped'
        ? { ...chosen({ ...context.queue, index: event.index }, true), lost: new Set<string>() }
        : context,
    ),
    forgetLost: assign({ lost: new Set<string>() }),
    goOn: enqueueActions(({ context, enqueue }, params: { isManual: boolean }) => {
      const index = wayOn(context) ?? nextIndex(context.queue) ?? context.queue.index;
      // Tracks that failed were said one by one.
      const count = passedOver(context.queue, index);
      if (count > 0 && context.lost.size === 0) enqueue.emit({ type: 'tracks.passedOver', count });
      enqueue.assign(chosen({ ...context.queue, index }, params.isManual));
    }),
    goOnWithKept: enqueueActions(({ context, enqueue }) => {
      const index = keptOn(context) ?? context.queue.index;
      enqueue.emit({ type: 'tracks.passedOver', count: passedOver(context.queue, index) + 1 });
      enqueue.assign(chosen({ ...context.queue, index }, false));
    }),
    stepBack: assign(({ context }) =>
      chosen({ ...context.queue, index: previousIndex(context.queue) ?? context.queue.index }, true),
    ),
    restore: assign(({ event, context }) =>
      event.type === 'queue.restored'
        ? { ...chosen(event.queue, true), startS: event.positionS, isLoaded: false }
        : context,
    ),
    editQueue: assign(({ event, context: { queue } }) => {
      if (event.type === 'queue.moved') return { queue: moveTrack(queue, event.from, event.to) };
      if (event.type === 'queue.removed') return { queue: removeTrack(queue, event.index) };
      if (event.type === 'queue.added') return { queue: insertTracks(queue, event.tracks, event.where) };
      if (event.type === 'queue.cleared') return { queue: onlyCurrent(queue) };
      if (event.type === 'queue.replaced') return { queue: queueFrom(event.tracks, event.index) };
      return {};
    }),
    takeCurrent: assign(({ event, context }) =>
      event.type === 'queue.removed' ? chosen(removeTrack(context.queue, event.index), true) : {},
    ),
    endOfQueue: assign(({ context }) => ({ ...chosen(onlyCurrent(context.queue), true), isLoaded: false })),
    load: enqueueActions(({ context, enqueue }) => {
      const track = currentOf(context.queue);
      if (!track) return;
      const loadId = context.loadId + 1;
      enqueue.assign({ loadId, isLoaded: true, failure: null });
      // Synchronous, so that a press or an `ended` on a locked screen starts the sound by itself.
      enqueue(() =>
        context.output.load({ loadId, url: context.source.addressOf(track), startS: context.startS, play: true }),
      );
    }),
    noteSound: assign({ hasSounded: true, lost: new Set<string>() }),
    rememberPosition: assign({
      startS: ({ context }) =>
        context.isLoaded ? context.output.position().positionS || context.startS : context.startS,
    }),
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
    startAgain: enqueueActions(({ context, enqueue }) => {
      if (context.isLoaded) enqueue(() => context.output.seek(0));
      else enqueue.assign({ startS: 0 });
    }),
    prepareNext: ({ context }) => {
      const next = context.queue.tracks[wayOn(context) ?? -1];
      context.output.prepare(next ? context.source.addressOf(next) : null);
    },
    noteFailure: assign({ failure: ({ event }) => (event.type === 'audio.failed' ? event.failure : null) }),
    noteMissing: assign({ failure: 'missing' as const }),
    noteRepaired: assign({ repaired: ({ context }) => currentOf(context.queue)?.id ?? null }),
    noteLost: assign(({ context }) => {
      const id = currentOf(context.queue)?.id;
      return id === undefined ? {} : { lost: new Set([...context.lost, id]) };
    }),
    sayFailure: emit(({ context }) => ({ type: 'load.failed' as const, failure: context.failure ?? 'broken' })),
    sayStarted: emit({ type: 'sound.started' as const }),
    sayInterrupted: emit({ type: 'sound.interrupted' as const }),
    sayRadioLeft: emit({ type: 'radio.left' as const }),
    setAside: assign(({ context }) => ({
      ...chosen(emptyQueue, true),
      aside: { queue: context.queue, startS: context.startS },
    })),
    takeBack: assign(({ context }) => ({
      ...chosen(context.aside?.queue ?? emptyQueue, true),
      startS: context.aside?.startS ?? 0,
      aside: null,
    })),
    forgetAside: assign({ aside: null }),
    editAside: assign(({ context, event }) =>
      event.type === 'queue.added' && context.aside
        ? { aside: { ...context.aside, queue: insertTracks(context.aside.queue, event.tracks, event.where) } }
        : {},
    ),
    clear: assign({
      ...chosen(emptyQueue, true),
      isLoaded: false,
      failure: null,
      aside: null,
      lost: new Set<string>(),
    }),
  },
  delays: { networkRetry: NETWORK_RETRY_MS },
}).createMachine({
  id: 'player',
  context: ({ input }) => ({
    output: input.output,
    source: input.source,
    queue: emptyQueue,
    loadId: 0,
    isLoaded: false,
    hasSounded: false,
    startS: 0,
    isManual: true,
    failure: null,
    lost: new Set(),
    repaired: null,
    aside: null,
  }),
  invoke: { src: 'hearOutput', input: ({ context }) => ({ output: context.output }) },
  initial: 'idle',
  on: {
    'tracks.play': { target: '.starting', actions: 'chooseTracks' },
    'queue.jumped': { guard: 'isTrackThere', target: '.starting', actions: 'chooseIndex' },
    'queue.moved': { actions: ['editQueue', 'prepareNext'] },
    'queue.removed': [
      { guard: 'takesLast', target: '.idle', actions: ['dropSource', 'clear'] },
      {
        guard: and(['takesCurrent', or([stateIn('paused'), stateIn('failed'), stateIn('blocked')])]),
        target: '.paused',
        actions: ['dropSource', 'takeCurrent'],
      },
      { guard: 'takesCurrent', target: '.starting', actions: 'takeCurrent' },
      { actions: ['editQueue', 'prepareNext'] },
    ],
    'queue.added': [
      { guard: 'hasQueue', actions: ['editQueue', 'prepareNext'] },
      { target: '.paused', actions: 'editQueue' },
    ],
    'queue.cleared': { actions: ['editQueue', 'prepareNext'] },
    'queue.replaced': { guard: 'isAroundCurrent', actions: ['editQueue', 'prepareNext'] },
    'next.requested': {
      guard: 'hasNext',
      target: '.starting',
      actions: ['forgetLost', { type: 'goOn', params: { isManual: true } }],
    },
    'previous.requested': [
      { guard: 'startsAgain', actions: 'startAgain' },
      { target: '.starting', actions: ['forgetLost', 'stepBack'] },
    ],
    'position.requested': { actions: 'seekTo' },
    'next.nearing': { actions: 'prepareNext' },
    'radio.started': { target: '.radio', actions: ['rememberPosition', 'dropSource', 'setAside'] },
    'player.cleared': { target: '.idle', actions: ['dropSource', 'clear'] },
  },
  states: {
    idle: { on: { 'queue.restored': { target: 'paused', actions: 'restore' } } },
    starting: {
      always: [
        { guard: 'hasPlayable', target: 'sounding', actions: 'load' },
        { target: 'losing', actions: 'noteMissing' },
      ],
    },
    /** Sound runs or is about to. */
    sounding: {
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
          entry: 'noteSound',
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
      on: {
        'audio.blocked': { guard: 'isOfCurrentLoad', target: 'blocked' },
        'audio.ended': [
          {
            guard: and(['isOfCurrentLoad', 'hasNext']),
            target: 'starting',
            actions: { type: 'goOn', params: { isManual: false } },
          },
          { guard: 'isOfCurrentLoad', target: 'paused', actions: ['dropSource', 'endOfQueue'] },
        ],
        'audio.failed': [
          { guard: and(['isOfCurrentLoad', 'isNetworkFailure']), target: 'waiting' },
          { guard: and(['isOfCurrentLoad', 'isBrokenCopy']), target: 'repairing', actions: 'noteFailure' },
          { guard: 'isOfCurrentLoad', target: 'losing', actions: 'noteFailure' },
        ],
        'pause.requested': { target: 'paused', actions: 'pauseOutput' },
        'sound.taken': { target: 'paused', actions: 'pauseOutput' },
      },
    },
    paused: {
      on: {
        'play.requested': [
          { guard: 'isSourceLoaded', target: 'sounding', actions: 'playOutput' },
          { target: 'starting' },
        ],
        // A source that was lost while nobody listened is loaded anew at its place on the next press.
        'audio.failed': { guard: 'isOfCurrentLoad', actions: ['rememberPosition', 'dropSource'] },
      },
    },
    /** The browser wants a tap: 'Tap to continue playback'. */
    blocked: {
      on: {
        'play.requested': [
          { guard: 'isSourceLoaded', target: 'sounding', actions: 'playOutput' },
          { target: 'starting' },
        ],
        'pause.requested': { target: 'paused', actions: 'pauseOutput' },
        'sound.taken': { target: 'paused', actions: 'pauseOutput' },
        'audio.failed': { guard: 'isOfCurrentLoad', actions: ['rememberPosition', 'dropSource'] },
      },
    },
    /** The network went away: the place is kept and tried again. */
    waiting: {
      entry: ['rememberPosition', 'dropSource'],
      after: { networkRetry: { target: 'starting' } },
      on: {
        'network.returned': 'starting',
        'play.requested': 'starting',
        'pause.requested': 'paused',
        'sound.taken': 'paused',
      },
    },
    /** The file does not sound. If this device had its own copy, that goes, and the file is fetched anew. */
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
    /** It cannot be had: said, and the music goes on unless this very press asked for it. */
    losing: {
      entry: ['dropSource', 'noteLost', 'sayFailure'],
      always: [
        {
          guard: and([or(['hasSounded', 'wasAdvanced']), 'hasWayOn']),
          target: 'starting',
          actions: { type: 'goOn', params: { isManual: false } },
        },
        { target: 'failed' },
      ],
    },
    failed: { on: { 'play.requested': { target: 'starting', actions: 'forgetLost' } } },
    /** A live station sounds instead; the queue is set aside (S-20). */
    radio: {
      on: {
        'tracks.play': { target: 'starting', actions: ['sayRadioLeft', 'forgetAside', 'chooseTracks'] },
        'radio.stopped': [
          { guard: 'hasAside', target: 'paused', actions: 'takeBack' },
          { target: 'idle', actions: 'takeBack' },
        ],
        'queue.added': { actions: 'editAside' },
        'queue.jumped': {},
        'queue.moved': {},
        'queue.removed': {},
        'queue.cleared': {},
        'queue.replaced': {},
        'next.requested': {},
        'previous.requested': {},
        'position.requested': {},
        'next.nearing': {},
        'radio.started': {},
      },
    },
  },
});
