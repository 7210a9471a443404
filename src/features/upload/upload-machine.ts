import { assign, emit, fromCallback, fromPromise, setup } from 'xstate';
import type { CallFailure, UploadRecord } from '../../../sync/client.ts';

/** A transfer lost to the network is tried again after this long, in ms, and at once when the network returns. */
const NETWORK_RETRY_MS = 4000;

export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
  /** Bytes a second, smoothed; 0 while unknown. */
  rate: number;
}

/** Why an upload went back to its form, in the words to show. */
export interface UploadRefusal {
  title: string;
  text: string;
}

/** Each step resolves, or throws one of these. */
export class UploadRefused extends Error {
  constructor(readonly refusal: UploadRefusal) {
    super(refusal.text);
  }
}
export class UploadOffline extends Error {}

export interface UploadContext {
  record: UploadRecord | null;
  progress: UploadProgress;
  refusal: UploadRefusal | null;
  slotsLeft: number | null;
}

export type UploadEvent =
  | { type: 'upload.submitted'; record: UploadRecord }
  | { type: 'upload.found'; record: UploadRecord }
  | { type: 'record.changed'; record: UploadRecord }
  | { type: 'progress.made'; progress: UploadProgress }
  | { type: 'upload.cancelled' }
  | { type: 'another.requested' }
  | { type: 'network.returned' };

export type UploadEmitted =
  { type: 'upload.refused'; refusal: UploadRefusal } | { type: 'upload.done'; slotsLeft: number | null };

const none: UploadProgress = { sentBytes: 0, totalBytes: 0, rate: 0 };

/**
 * An upload from the press to the track: checks, resumable transfer, and the row. It survives a reload (the record is on
 * the device before anything is sent), waits for the network, and leaves no file without a track.
 */
export const uploadMachine = setup({
  types: { context: {} as UploadContext, events: {} as UploadEvent, emitted: {} as UploadEmitted },
  actors: {
    /** Keeps the record on the device, so that everything after it survives a reload. */
    keep: fromPromise<void, UploadRecord>(() => Promise.reject(new Error('provided by the feature'))),
    /** The server's slot check and file validation. */
    check: fromPromise<void, UploadRecord>(() => Promise.reject(new Error('provided by the feature'))),
    /** Sends the files; reports progress and addresses by events; ends with done or failed. */
    transfer: fromPromise<void, { record: UploadRecord; report: (event: UploadEvent) => void }>(() =>
      Promise.reject(new Error('provided by the feature')),
    ),
    /** Queues the track and waits for the server's answer; resolves with the slots left. */
    create: fromPromise<number | null, UploadRecord>(() => Promise.reject(new Error('provided by the feature'))),
    /** Takes files and record away after a refusal or a cancel. */
    discard: fromPromise<void, UploadRecord>(() => Promise.reject(new Error('provided by the feature'))),
    /** Forgets the record of a finished upload. */
    forget: fromPromise<void, UploadRecord>(() => Promise.reject(new Error('provided by the feature'))),
    watchNetwork: fromCallback<UploadEvent>(({ sendBack }) => {
      const onOnline = () => sendBack({ type: 'network.returned' });
      globalThis.addEventListener('online', onOnline);
      return () => globalThis.removeEventListener('online', onOnline);
    }),
  },
  guards: {
    isOffline: ({ event }) => 'error' in event && event.error instanceof UploadOffline,
  },
  actions: {
    take: assign(({ event, context }) =>
      event.type === 'upload.submitted' || event.type === 'upload.found'
        ? {
            record: event.record,
            progress: { ...none, totalBytes: totalBytes(event.record) },
            refusal: null,
            slotsLeft: null,
          }
        : context,
    ),
    update: assign(({ event, context }) => (event.type === 'record.changed' ? { record: event.record } : context)),
    measure: assign(({ event, context }) => (event.type === 'progress.made' ? { progress: event.progress } : context)),
    noteRefusal: assign({
      refusal: ({ event }) =>
        'error' in event && event.error instanceof UploadRefused
          ? event.error.refusal
          : { title: 'Upload Failed', text: 'Something went wrong.' },
    }),
    noteSlots: assign({
      slotsLeft: ({ event }) => ('output' in event && typeof event.output === 'number' ? event.output : null),
    }),
    sayRefusal: emit(({ context }) => ({
      type: 'upload.refused' as const,
      refusal: context.refusal ?? { title: 'Upload Failed', text: 'Something went wrong.' },
    })),
    sayDone: emit(({ context }) => ({ type: 'upload.done' as const, slotsLeft: context.slotsLeft })),
    clear: assign({ record: null, progress: none }),
  },
  delays: { networkRetry: NETWORK_RETRY_MS },
}).createMachine({
  id: 'upload',
  context: { record: null, progress: none, refusal: null, slotsLeft: null },
  initial: 'form',
  states: {
    form: {
      on: {
        'upload.submitted': { target: 'keeping', actions: 'take' },
        'upload.found': { target: 'active', actions: 'take' },
      },
    },
    keeping: {
      invoke: {
        src: 'keep',
        input: ({ context }) => needRecord(context),
        onDone: 'active',
        onError: { target: 'form', actions: ['noteRefusal', 'sayRefusal', 'clear'] },
      },
    },
    active: {
      invoke: { src: 'watchNetwork' },
      initial: 'checking',
      on: {
        'upload.cancelled': 'cancelling',
        'record.changed': { actions: 'update' },
        'progress.made': { actions: 'measure' },
      },
      states: {
        checking: {
          always: { guard: ({ context }) => Boolean(context.record?.actionId), target: 'creating' },
          invoke: {
            src: 'check',
            input: ({ context }) => needRecord(context),
            onDone: 'transferring',
            onError: [
              { guard: 'isOffline', target: 'waiting' },
              { target: '#upload.refused', actions: 'noteRefusal' },
            ],
          },
        },
        transferring: {
          invoke: {
            src: 'transfer',
            input: ({ context, self }) => ({
              record: needRecord(context),
              report: (event: UploadEvent) => self.send(event),
            }),
            onDone: 'creating',
            onError: [
              { guard: 'isOffline', target: 'waiting' },
              { target: '#upload.refused', actions: 'noteRefusal' },
            ],
          },
        },
        /** Without a network: the place is kept and tried again. */
        waiting: {
          after: { networkRetry: 'checking' },
          on: { 'network.returned': 'checking' },
        },
        creating: {
          invoke: {
            src: 'create',
            input: ({ context }) => needRecord(context),
            onDone: { target: '#upload.done', actions: ['noteSlots', 'sayDone'] },
            onError: { target: '#upload.refused', actions: 'noteRefusal' },
          },
          // The track is queued: from here the server decides, and a cancel would race its answer.
          on: { 'upload.cancelled': {} },
        },
      },
    },
    /** The server refused it: nothing of it stays there, and the form has everything that was typed. */
    refused: {
      entry: 'sayRefusal',
      invoke: {
        src: 'discard',
        input: ({ context }) => needRecord(context),
        onDone: { target: 'form', actions: 'clear' },
        onError: { target: 'form', actions: 'clear' },
      },
    },
    cancelling: {
      invoke: {
        src: 'discard',
        input: ({ context }) => needRecord(context),
        onDone: { target: 'form', actions: 'clear' },
        onError: { target: 'form', actions: 'clear' },
      },
    },
    done: {
      invoke: { src: 'forget', input: ({ context }) => needRecord(context) },
      on: { 'another.requested': { target: 'form', actions: 'clear' } },
    },
  },
});

function needRecord(context: UploadContext): UploadRecord {
  if (!context.record) throw new Error('An upload under way has a record');
  return context.record;
}

export function totalBytes(record: UploadRecord): number {
  return record.audio.blob.size + (record.cover?.blob.size ?? 0);
}

/** A call's failure as what the machine understands. */
export function failureOf(failure: CallFailure, refusedTitle: string): Error {
  return failure.kind === 'refused'
    ? new UploadRefused({ title: refusedTitle, text: failure.message })
    : new UploadOffline();
}
