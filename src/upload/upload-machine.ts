import { assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import type { UploadRecord, WaitsFor } from '../../sync/client.ts';

/** What could not be sent, or was not judged yet, is tried again after this long, in ms, and at once when the network returns. */
const RETRY_MS = 4000;

/** A server without room is asked again after the first, each time twice as long, up to the second (ms). */
const ROOM_RETRY_MS = [10_000, 300_000] as const;

/** Why an upload went back to its form, in the words to show. */
export interface UploadRefusal {
  title: string;
  text: string;
}

/** What a step throws when it cannot go on. Anything else is a fault of the app or the device. */
export class UploadRefused extends Error {
  constructor(readonly refusal: UploadRefusal) {
    super(refusal.text);
  }
}
export class UploadOffline extends Error {}
/** A file is there, and the server has not judged it yet. */
export class UploadUnchecked extends Error {}
/** The server's disk is full. */
export class UploadRoomless extends Error {}
export class UploadLocked extends Error {}
/** The person took the queued track back on the page of what waits. */
export class UploadTakenBack extends Error {}

/** What the machine does of an upload, each from what is on the device. A step throws one of the machine's errors. */
export interface UploadSteps {
  /** Asks the server whether it would take it: slots, names, words. */
  check(): Promise<void>;
  /** Sends what is not there yet. */
  transfer(signal: AbortSignal): Promise<void>;
  /** Queues the track, once, and waits for the server's answer; resolves with the slots left, null when it did not say. */
  create(signal: AbortSignal): Promise<number | null>;
  /** Notes on the device why nothing is sent. */
  waitFor(what: WaitsFor): Promise<void>;
  finish(slotsLeft: number | null): Promise<void>;
  /** Takes what was sent off the server, and gives the form back. */
  takeBack(refusal: UploadRefusal | null): Promise<void>;
  /** Tells of the network, the session and the person's cancel. Answers how to stop. */
  watch(tell: (event: UploadEvent) => void): () => void;
}

export interface UploadInput {
  /** As it stands on the device when the drive begins. */
  record: UploadRecord;
  steps: UploadSteps;
}

interface UploadContext extends UploadInput {
  /** Why it goes back to its form; null when the person took it back. */
  refusal: UploadRefusal | null;
  /** As the server last said; null while it has not. */
  slotsLeft: number | null;
  /** How often in a row the server had no room. */
  roomless: number;
}

export type UploadEvent = { type: 'upload.cancelled' } | { type: 'network.returned' } | { type: 'session.returned' };

export type UploadEmitted =
  | { type: 'upload.refused'; refusal: UploadRefusal }
  | { type: 'upload.locked' }
  | { type: 'upload.done'; slotsLeft: number | null };

const unexpected: UploadRefusal = { title: 'Upload Failed', text: 'Something went wrong.' };
/** The parameters of a guard or an action that looks at what a step threw. */
const errorOf = ({ event }: { event: { error: unknown } }) => ({ error: event.error });

/**
 * One drive of one upload: from where it stands on the device to the track, or back to its form. Every stage is on the device
 * before its work begins, so that any tab can go on with it; where a step needs the network or a session it waits.
 */
export const uploadMachine = setup({
  types: {
    context: {} as UploadContext,
    input: {} as UploadInput,
    events: {} as UploadEvent,
    emitted: {} as UploadEmitted,
  },
  actors: {
    check: fromPromise<void, UploadSteps>(({ input }) => input.check()),
    transfer: fromPromise<void, UploadSteps>(({ input, signal }) => input.transfer(signal)),
    create: fromPromise<number | null, UploadSteps>(({ input, signal }) => input.create(signal)),
    waitFor: fromPromise<void, { steps: UploadSteps; what: WaitsFor }>(({ input }) => input.steps.waitFor(input.what)),
    finish: fromPromise<void, UploadContext>(({ input }) => input.steps.finish(input.slotsLeft)),
    takeBack: fromPromise<void, UploadContext>(({ input }) => input.steps.takeBack(input.refusal)),
    watch: fromCallback<UploadEvent, UploadSteps>(({ input, sendBack }) => input.watch(sendBack)),
  },
  guards: {
    isOffline: (_, { error }: { error: unknown }) => error instanceof UploadOffline,
    isUnchecked: (_, { error }: { error: unknown }) => error instanceof UploadUnchecked,
    isRoomless: (_, { error }: { error: unknown }) => error instanceof UploadRoomless,
    isLocked: (_, { error }: { error: unknown }) => error instanceof UploadLocked,
    isTakenBack: (_, { error }: { error: unknown }) => error instanceof UploadTakenBack,
    isIn: ({ context }, { stage }: { stage: UploadRecord['stage']['kind'] }) => context.record.stage.kind === stage,
  },
  actions: {
    noteRefusal: assign({
      refusal: (_, { error }: { error: unknown }) => (error instanceof UploadRefused ? error.refusal : unexpected),
    }),
    noteRoomless: assign({ roomless: ({ context }) => context.roomless + 1 }),
    noteSlots: assign({ slotsLeft: (_, { output }: { output: number | null }) => output }),
    sayRefused: emit(({ context }) => ({ type: 'upload.refused' as const, refusal: context.refusal ?? unexpected })),
    sayLocked: emit({ type: 'upload.locked' as const }),
    sayDone: emit(({ context }) => ({ type: 'upload.done' as const, slotsLeft: context.slotsLeft })),
  },
  delays: {
    retry: RETRY_MS,
    roomRetry: ({ context: { roomless } }) => {
      const [first, most] = ROOM_RETRY_MS;
      return Math.min(most, first * 2 ** (roomless - 1));
    },
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({ ...input, refusal: null, slotsLeft: null, roomless: 0 }),
  initial: 'resuming',
  invoke: { src: 'watch', input: ({ context }) => context.steps },
  states: {
    resuming: {
      always: [
        { guard: { type: 'isIn', params: { stage: 'cancelling' } }, target: 'cancelling' },
        { guard: { type: 'isIn', params: { stage: 'creating' } }, target: 'creating' },
        { target: 'sending' },
      ],
    },
    sending: {
      initial: 'checking',
      on: { 'upload.cancelled': 'cancelling' },
      states: {
        /** The server's word on slots, names and words, before a byte is sent. */
        checking: {
          invoke: {
            src: 'check',
            input: ({ context }) => context.steps,
            onDone: 'transferring',
            onError: [
              { guard: { type: 'isOffline', params: errorOf }, target: 'offline' },
              { guard: { type: 'isLocked', params: errorOf }, target: 'locked' },
              { target: '#upload.refused', actions: { type: 'noteRefusal', params: errorOf } },
            ],
          },
        },
        transferring: {
          invoke: {
            src: 'transfer',
            input: ({ context }) => context.steps,
            onDone: '#upload.creating',
            onError: [
              { guard: { type: 'isRoomless', params: errorOf }, target: 'roomless' },
              { guard: { type: 'isUnchecked', params: errorOf }, target: 'unchecked' },
              { guard: { type: 'isOffline', params: errorOf }, target: 'offline' },
              { guard: { type: 'isLocked', params: errorOf }, target: 'locked' },
              { target: '#upload.refused', actions: { type: 'noteRefusal', params: errorOf } },
            ],
          },
        },
        offline: {
          invoke: { src: 'waitFor', input: ({ context: { steps } }) => ({ steps, what: 'network' as const }) },
          after: { retry: 'checking' },
          on: { 'network.returned': 'checking' },
        },
        /** All of a file is there. The server is asked again until it has judged it. */
        unchecked: {
          invoke: { src: 'waitFor', input: ({ context: { steps } }) => ({ steps, what: 'check' as const }) },
          after: { retry: 'checking' },
          on: { 'network.returned': 'checking' },
        },
        /** The server's disk is full: somebody has to make room there, which takes as long as it takes. */
        roomless: {
          entry: 'noteRoomless',
          invoke: { src: 'waitFor', input: ({ context: { steps } }) => ({ steps, what: 'room' as const }) },
          after: { roomRetry: 'checking' },
          on: { 'network.returned': 'checking' },
        },
        locked: {
          entry: 'sayLocked',
          invoke: { src: 'waitFor', input: ({ context: { steps } }) => ({ steps, what: 'session' as const }) },
          on: { 'session.returned': 'checking' },
        },
      },
    },
    /** The track is queued: from here the server decides, and a cancel would race its answer. */
    creating: {
      invoke: {
        src: 'create',
        input: ({ context }) => context.steps,
        onDone: {
          target: 'finishing',
          actions: [{ type: 'noteSlots', params: ({ event: { output } }) => ({ output }) }, 'sayDone'],
        },
        onError: [
          { guard: { type: 'isTakenBack', params: errorOf }, target: 'cancelling' },
          { target: 'refused', actions: { type: 'noteRefusal', params: errorOf } },
        ],
      },
    },
    finishing: {
      invoke: { src: 'finish', input: ({ context }) => context, onDone: 'ended' },
    },
    /** Nothing of it stays on the server, and the form has everything that was typed and chosen. */
    refused: {
      entry: 'sayRefused',
      invoke: { src: 'takeBack', input: ({ context }) => context, onDone: 'ended' },
    },
    cancelling: {
      invoke: { src: 'takeBack', input: ({ context }) => context, onDone: 'ended' },
    },
    ended: { type: 'final' },
  },
});
