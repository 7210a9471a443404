import { assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import type { UploadRecord, WaitsFor } from '../../sync/client.ts';

/** Retry delay of a failed transfer or a pending judgement, in ms. It also retries at once when the network returns. */
const RETRY_MS = 4000;

/** Backoff for a full server: first and longest delay in ms, doubled at each retry. */
const ROOM_RETRY_MS = [10_000, 300_000] as const;

/** Why an upload went back to its form, as texts to show. */
export interface UploadRefusal {
  title: string;
  text: string;
}

/** The errors that a step throws. Any other error is a fault of the app or the device. */
export class UploadRefused extends Error {
  constructor(readonly refusal: UploadRefusal) {
    super(refusal.text);
  }
}
export class UploadOffline extends Error {}
/** A file is fully sent, but the server has not judged it yet. */
export class UploadUnchecked extends Error {}
/** The server's disk is full. */
export class UploadRoomless extends Error {}
export class UploadLocked extends Error {}
/** The person discarded the queued track on the outbox page. */
export class UploadTakenBack extends Error {}

/** The machine's side effects. Each reads the stored record and throws one of the errors above. */
export interface UploadSteps {
  /** Asks the server whether it would accept the upload: slots, file names, restricted words. */
  check(): Promise<void>;
  /** Sends the files that are not on the server yet. */
  transfer(signal: AbortSignal): Promise<void>;
  /** Queues the track once and waits for the server's answer. Resolves to the slots left, or null if unknown. */
  create(signal: AbortSignal): Promise<number | null>;
  /** Stores why nothing is sent. */
  waitFor(what: WaitsFor): Promise<void>;
  finish(slotsLeft: number | null): Promise<void>;
  /** Deletes the sent files from the server and restores the form. */
  takeBack(refusal: UploadRefusal | null): Promise<void>;
  /** Reports network, session and cancel events. @returns stops it */
  watch(tell: (event: UploadEvent) => void): () => void;
}

export interface UploadInput {
  /** The stored record at the start. */
  record: UploadRecord;
  steps: UploadSteps;
}

interface UploadContext extends UploadInput {
  /** Why it goes back to its form; null if the person cancelled. */
  refusal: UploadRefusal | null;
  /** As the server last reported; null while unknown. */
  slotsLeft: number | null;
  /** Consecutive attempts at which the server was full. */
  roomless: number;
}

export type UploadEvent = { type: 'upload.cancelled' } | { type: 'network.returned' } | { type: 'session.returned' };

export type UploadEmitted =
  | { type: 'upload.refused'; refusal: UploadRefusal }
  | { type: 'upload.locked' }
  | { type: 'upload.done'; slotsLeft: number | null };

const unexpected: UploadRefusal = { title: 'Upload Failed', text: 'Something went wrong.' };
/** Parameters of guards and actions that read a step's error. */
const errorOf = ({ event }: { event: { error: unknown } }) => ({ error: event.error });

/**
 * One run of one upload, from its stored stage to the track or back to its form. Each stage is stored before its work
 * starts, so that any tab can resume it. It waits where a step needs the network or a session.
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
        /** Server checks of slots, file names and restricted words, before any byte is sent. */
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
        /** A file is fully sent. Retries until the server has judged it. */
        unchecked: {
          invoke: { src: 'waitFor', input: ({ context: { steps } }) => ({ steps, what: 'check' as const }) },
          after: { retry: 'checking' },
          on: { 'network.returned': 'checking' },
        },
        /** The server's disk is full until an operator makes room. */
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
    /** The track is queued. No cancel from here on, because it would race the server's answer. */
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
    /** Deletes the files from the server and restores the form with all its input. */
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
