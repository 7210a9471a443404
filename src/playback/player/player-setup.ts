import { assign, emit, enqueueActions, fromCallback, fromPromise, setup } from 'xstate';
import type { AudioFailure, AudioOutput } from '../output/audio-output.ts';
import {
  type PlayerContext,
  type PlayerEmitted,
  type PlayerEvent,
  positionOf,
  type TrackSource,
} from './player-events.ts';
import type { PlayerTrack } from './player-track.ts';
import { currentOf, emptyQueue, nextIndex, previousIndex, type Queue, withoutTracks } from './queue.ts';
import { indexAfterEnd, nextKeptIndex, skippedCount, nextPlayableIndex } from './next-playable.ts';

/** Past this position, Previous restarts the track. */
const RESTART_AFTER_S = 3;
/** A source whose connection was lost is retried after this long, or at once when the network returns. */
const NETWORK_RETRY_MS = 5000;

function withCurrent(queue: Queue, isManual: boolean) {
  return {
    queue,
    isManual: isManual && !currentOf(queue)?.isPicked,
    startS: 0,
    inOutput: 'nothing',
    hasSounded: false,
    isSilent: false,
    repairedId: null,
    failure: null,
  } satisfies Partial<PlayerContext>;
}

interface Withdrawn {
  trackIds: ReadonlySet<string>;
}

export const playerSetup = setup({
  types: {
    context: {} as PlayerContext,
    events: {} as PlayerEvent,
    emitted: {} as PlayerEmitted,
    input: {} as Pick<PlayerContext, 'output' | 'source' | 'random'>,
  },
  actors: {
    listenToOutput: fromCallback<PlayerEvent, { output: AudioOutput }>(({ input, sendBack }) =>
      input.output.onSignal(sendBack),
    ),
    dropCopy: fromPromise<boolean, { source: TrackSource; track: PlayerTrack | null }>(({ input }) =>
      input.track ? input.source.dropCopy(input.track) : Promise.resolve(false),
    ),
  },
  guards: {
    isOfCurrentLoad: ({ context, event }) => 'loadId' in event && event.loadId === context.loadId,
    isNetworkFailure: ({ event }) => 'failure' in event && event.failure === 'network',
    isBrokenCopy: ({ context, event }) =>
      'failure' in event && event.failure === 'broken' && context.repairedId !== (currentOf(context.queue)?.id ?? null),
    hasNext: ({ context }) => nextIndex(context.queue) !== null,
    sleepsAtEnd: ({ context }) => context.sleepsAtEnd,
    hasNextPlayable: ({ context }) => nextPlayableIndex(context, 'itself') !== null,
    hasTrackAfterEnd: ({ context }) => indexAfterEnd(context) !== null,
    hasNextKept: ({ context }) => nextKeptIndex(context) !== null,
    hasSounded: ({ context }) => context.hasSounded,
    wasAdvanced: ({ context }) => !context.isManual,
    startsAtBeginning: ({ context }) => context.startS === 0,
    isSourceLoaded: ({ context }) => context.inOutput !== 'nothing',
    hasCurrentAudio: ({ context }) => Boolean(currentOf(context.queue)?.audioSrc),
    restartsOnPrevious: ({ context }) => positionOf(context) > RESTART_AFTER_S || previousIndex(context.queue) === null,
    isInQueue: ({ context }, { index }: { index: number }) => context.queue.tracks[index] !== undefined,
    keepsCurrent: ({ context }, { current }: { current: PlayerTrack | undefined }) =>
      current !== undefined && current.id === currentOf(context.queue)?.id,
    isNotCurrent: ({ context }, { index }: { index: number }) =>
      index !== context.queue.index || currentOf(context.queue) === null,
    staysCurrent: ({ context }, { trackIds }: Withdrawn) => !trackIds.has(currentOf(context.queue)?.id ?? ''),
    isAllWithdrawn: ({ context }, { trackIds }: Withdrawn) => context.queue.tracks.every(({ id }) => trackIds.has(id)),
    endsWithCurrent: ({ context: { queue }, event }) =>
      'trackIds' in event &&
      queue.repeat === 'off' &&
      queue.tracks.slice(queue.index).every(({ id }) => event.trackIds.has(id)),
    isOnlyTrack: ({ context }) => context.queue.tracks.length === 1,
    hasQueue: ({ context }) => context.queue.tracks.length > 0,
    hasAside: ({ context }) => context.aside !== null && context.aside.queue.tracks.length > 0,
  },
  actions: {
    setCurrent: enqueueActions(
      (
        { enqueue },
        { queue, isManual, startS = 0 }: { queue: Queue; isManual: boolean; startS?: number | undefined },
      ) => {
        enqueue.assign({ ...withCurrent(queue, isManual), startS });
        enqueue.emit({ type: 'queue.changed' });
      },
    ),
    editQueue: enqueueActions(({ enqueue }, { queue }: { queue: Queue }) => {
      enqueue.assign({ queue });
      enqueue.emit({ type: 'queue.changed' });
    }),
    /** Removes withdrawn tracks from the queue, which keeps its current track, and from the queue set aside, which may lose it. */
    withdraw: assign(({ context: { queue, aside } }, { trackIds }: Withdrawn) => ({
      queue: withoutTracks(queue, trackIds),
      aside: aside && {
        queue: withoutTracks(aside.queue, trackIds),
        startS: trackIds.has(currentOf(aside.queue)?.id ?? '') ? 0 : aside.startS,
      },
    })),
    withdrawCurrent: assign(({ context: { queue } }, { trackIds, isManual }: Withdrawn & { isManual: boolean }) =>
      withCurrent(withoutTracks(queue, trackIds), isManual),
    ),
    advance: enqueueActions(({ context, enqueue }, { to, isManual }: { to: number | null; isManual: boolean }) => {
      const index = to ?? nextIndex(context.queue) ?? context.queue.index;
      const count = skippedCount(context.queue, index);
      // After a failure, report no skipped tracks: each failed one was reported.
      if (count > 0 && context.failedIds.size === 0) enqueue.emit({ type: 'tracks.skipped', count });
      enqueue.assign(withCurrent({ ...context.queue, index }, isManual));
      enqueue.emit({ type: 'queue.changed' });
    }),
    advanceToKept: enqueueActions(({ context, enqueue }) => {
      const index = nextKeptIndex(context) ?? context.queue.index;
      enqueue.emit({ type: 'tracks.skipped', count: skippedCount(context.queue, index) + 1 });
      enqueue.assign(withCurrent({ ...context.queue, index }, false));
      enqueue.emit({ type: 'queue.changed' });
    }),
    /** The next track becomes current and waits for a press. A repeated or single track stays, at its start (S-45). */
    stopAfterTrack: enqueueActions(({ context: { queue }, enqueue }) => {
      const index = queue.repeat === 'one' ? queue.index : (nextIndex(queue) ?? 0);
      enqueue.assign(withCurrent({ ...queue, index }, true));
      enqueue.emit({ type: 'queue.changed' });
    }),
    restore: assign((_, { queue, positionS }: { queue: Queue; positionS: number }) => ({
      ...withCurrent(queue, true),
      startS: positionS,
    })),
    load: enqueueActions(({ context, enqueue }) => {
      const track = currentOf(context.queue);
      if (!track) return;
      const loadId = context.loadId + 1;
      enqueue.assign({ loadId, inOutput: 'loading', failure: null });
      // Load synchronously: browsers allow a start only while they handle a press, or an `ended` event on a locked screen.
      enqueue(() =>
        context.output.load({
          loadId,
          url: context.source.addressOf(track),
          startS: context.startS,
          durationS: track.durationMs / 1000,
          play: true,
        }),
      );
      enqueue.emit({ type: 'load.began' });
    }),
    playOutput: ({ context }) => context.output.play(),
    pauseOutput: ({ context }) => context.output.pause(),
    dropSource: enqueueActions(({ context, enqueue }) => {
      enqueue(() => context.output.unload());
      enqueue.assign({ inOutput: 'nothing' });
    }),
    prepareNext: ({ context }) => {
      const next = context.sleepsAtEnd ? null : context.queue.tracks[indexAfterEnd(context) ?? -1];
      context.output.prepare(next ? context.source.addressOf(next) : null);
    },
    dropPreparedIfSleeping: ({ context }) => {
      if (context.sleepsAtEnd) context.output.prepare(null);
    },
    seekTo: enqueueActions(({ context, enqueue }, { seconds }: { seconds: number }) => {
      if (context.inOutput !== 'nothing') enqueue(() => context.output.seek(seconds));
      if (context.inOutput !== 'ready') enqueue.assign({ startS: Math.max(0, seconds) });
    }),
    rememberPosition: assign({ startS: ({ context }) => positionOf(context) }),
    setSleepsAtEnd: assign((_, { isOn }: { isOn: boolean }) => ({ sleepsAtEnd: isOn })),
    markReady: assign({ inOutput: 'ready', isSilent: false }),
    markSilent: assign({ isSilent: true }),
    markAudible: assign({ isSilent: false }),
    markSounded: assign({ inOutput: 'ready', isSilent: false, hasSounded: true, failedIds: new Set<string>() }),
    setFailure: assign((_, { failure }: { failure: AudioFailure }) => ({ failure })),
    markRepaired: assign({ repairedId: ({ context }) => currentOf(context.queue)?.id ?? null }),
    markFailed: assign(({ context }) => {
      const id = currentOf(context.queue)?.id;
      return id === undefined ? {} : { failedIds: new Set([...context.failedIds, id]) };
    }),
    clearFailed: assign({ failedIds: new Set<string>() }),
    setAside: assign(({ context: { queue, startS } }) => ({
      ...withCurrent(emptyQueue, true),
      aside: { queue, startS },
    })),
    editAside: enqueueActions(({ context, enqueue }, { insert }: { insert: (queue: Queue) => Queue }) => {
      if (!context.aside) return;
      enqueue.assign({ aside: { ...context.aside, queue: insert(context.aside.queue) } });
      enqueue.emit({ type: 'queue.changed' });
    }),
    restoreAside: assign(({ context: { aside } }) => ({
      ...withCurrent(aside?.queue ?? emptyQueue, true),
      startS: aside?.startS ?? 0,
      aside: null,
    })),
    clearAside: assign({ aside: null }),
    emitFailure: emit(({ context }) => ({ type: 'load.failed' as const, failure: context.failure ?? 'broken' })),
    emitStarted: emit({ type: 'sound.started' }),
    emitInterrupted: emit({ type: 'sound.interrupted' }),
    emitSlept: emit({ type: 'sleep.reached' }),
    emitSilent: emit({ type: 'sound.silent' }),
    emitRunning: emit({ type: 'position.running' }),
    emitResting: emit({ type: 'position.resting' }),
    emitJumped: emit({ type: 'position.jumped' }),
    emitRadioLeft: emit({ type: 'radio.left' }),
  },
  delays: { networkRetry: NETWORK_RETRY_MS },
});
