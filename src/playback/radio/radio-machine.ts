import { assign, emit, enqueueActions, fromCallback, setup } from 'xstate';
import type { StreamOutput, StreamSignal } from '../output/stream-output.ts';

/** Delays before the tries to reconnect; the last one repeats. */
const BACKOFF_MS = [1000, 2000, 5000, 10_000];
/** A connection without sound for this long has failed. */
const CONNECT_MS = 20_000;
/** If reconnecting fails for this long, the radio turns off. */
const GIVE_UP_MS = 120_000;

interface RadioContext {
  output: StreamOutput;
  /** Unique each time, so that no HTTP cache answers. */
  nextUrl: () => string;
  /** Id of the newest connection; signals of older ones are ignored. */
  connectionId: number;
  /** Whether the radio has played since it was turned on. If it has, a lost stream is retried before an error is shown. */
  hasSounded: boolean;
  tries: number;
}

export type RadioEvent =
  | { type: 'radio.started' }
  | { type: 'radio.stopped' }
  /** The player takes over, or the gate opens or closes: the radio turns off without a toast. */
  | { type: 'radio.displaced' }
  | { type: 'play.requested' }
  | { type: 'pause.requested' }
  | { type: 'otherPage.started' }
  | { type: 'network.returned' }
  | StreamSignal;

/** Emitted after the snapshot has been updated. */
type RadioEmitted =
  /** The radio was turned on, even if it does not play yet. */
  | { type: 'radio.entered' }
  | { type: 'radio.left' }
  | { type: 'stream.unavailable' }
  | { type: 'radio.stopped' }
  | { type: 'sound.started' }
  | { type: 'sound.interrupted' };

/** The radio: it holds at most one connection, always at the live edge, and none while off, blocked, paused or waiting to reconnect. */
export const radioMachine = setup({
  types: {
    context: {} as RadioContext,
    events: {} as RadioEvent,
    emitted: {} as RadioEmitted,
    input: {} as Pick<RadioContext, 'output' | 'nextUrl'>,
  },
  actors: {
    listenToOutput: fromCallback<RadioEvent, { output: StreamOutput }>(({ input, sendBack }) =>
      input.output.onSignal(sendBack),
    ),
  },
  guards: {
    isOfCurrent: ({ context, event }) => 'connectionId' in event && event.connectionId === context.connectionId,
    isOfCurrentAndSounded: ({ context, event }) =>
      'connectionId' in event && event.connectionId === context.connectionId && context.hasSounded,
    hasSounded: ({ context }) => context.hasSounded,
  },
  actions: {
    connect: enqueueActions(({ context, enqueue }) => {
      const connectionId = context.connectionId + 1;
      enqueue.assign({ connectionId });
      // Synchronous, so that a press may start audio.
      enqueue(() => context.output.connect({ connectionId, url: context.nextUrl() }));
    }),
    drop: enqueueActions(({ context, enqueue }) => {
      // Later signals of the dropped connection are ignored.
      enqueue.assign({ connectionId: context.connectionId + 1 });
      enqueue(() => context.output.drop());
    }),
    markSounded: assign({ hasSounded: true, tries: 0 }),
    countTry: assign({ tries: ({ context }) => context.tries + 1 }),
    resetTries: assign({ hasSounded: false, tries: 0 }),
    emitEntered: emit({ type: 'radio.entered' as const }),
    emitLeft: emit({ type: 'radio.left' as const }),
    emitStopped: emit({ type: 'radio.stopped' as const }),
    emitUnavailable: emit({ type: 'stream.unavailable' as const }),
    emitStarted: emit({ type: 'sound.started' as const }),
    emitInterrupted: emit({ type: 'sound.interrupted' as const }),
  },
  delays: {
    connectLimit: CONNECT_MS,
    giveUp: GIVE_UP_MS,
    backoff: ({ context }) => BACKOFF_MS[Math.min(context.tries, BACKOFF_MS.length) - 1] ?? BACKOFF_MS[0] ?? 0,
  },
}).createMachine({
  id: 'radio',
  context: ({ input }) => ({ ...input, connectionId: 0, hasSounded: false, tries: 0 }),
  invoke: { src: 'listenToOutput', input: ({ context }) => ({ output: context.output }) },
  initial: 'off',
  on: {
    'radio.stopped': { target: '.off', actions: 'emitStopped' },
    'radio.displaced': '.off',
    'pause.requested': '.paused',
    'otherPage.started': '.paused',
    'stream.blocked': { guard: 'isOfCurrent', target: '.blocked' },
    'stream.interrupted': { guard: 'isOfCurrent', target: '.paused', actions: 'emitInterrupted' },
  },
  states: {
    off: {
      entry: ['drop', 'resetTries', 'emitLeft'],
      exit: 'emitEntered',
      on: {
        'radio.started': 'connecting',
        'radio.stopped': {},
        'radio.displaced': {},
        'pause.requested': {},
        'otherPage.started': {},
        'stream.blocked': {},
        'stream.interrupted': {},
      },
    },
    /** If the radio has not played since it was turned on, a failure turns it off. */
    connecting: {
      entry: 'connect',
      after: {
        connectLimit: [
          { guard: 'hasSounded', target: 'reconnecting' },
          { target: 'off', actions: 'emitUnavailable' },
        ],
      },
      on: {
        'stream.sounding': { guard: 'isOfCurrent', target: 'onAir' },
        'stream.lost': [
          { guard: 'isOfCurrentAndSounded', target: 'reconnecting' },
          { guard: 'isOfCurrent', target: 'off', actions: 'emitUnavailable' },
        ],
      },
    },
    onAir: {
      entry: ['markSounded', 'emitStarted'],
      on: { 'stream.lost': { guard: 'isOfCurrent', target: 'reconnecting' } },
    },
    /** The stream was lost after it had played: retry with backoff, then turn off with an error. */
    reconnecting: {
      initial: 'waiting',
      after: { giveUp: { target: 'off', actions: 'emitUnavailable' } },
      states: {
        waiting: {
          entry: ['drop', 'countTry'],
          after: { backoff: 'trying' },
          on: { 'play.requested': 'trying' },
        },
        trying: {
          entry: 'connect',
          after: { connectLimit: 'waiting' },
          on: {
            'stream.lost': { guard: 'isOfCurrent', target: 'waiting' },
            'stream.sounding': { guard: 'isOfCurrent', target: '#radio.onAir' },
          },
        },
      },
      on: { 'network.returned': '.trying' },
    },
    blocked: { entry: 'drop', on: { 'play.requested': 'connecting' } },
    paused: { entry: 'drop', on: { 'play.requested': 'connecting', 'pause.requested': {}, 'otherPage.started': {} } },
  },
});
