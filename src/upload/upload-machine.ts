import { assign, fromCallback, fromPromise, setup } from 'xstate';
import type { UploadRecord, UploadStage } from '../../sync/client.ts';
import { isUnderWay } from './upload-stage.ts';

/** Delay of the next try after a failed transfer, or while the server's check is pending. */
const RETRY_MS = 4000;

/** Backoff for a full server: first and longest delay, doubled at each retry. */
const FULL_SERVER_RETRY_MS = [10_000, 300_000] as const;

export interface UploadInput {
  stage: UploadStage;
  runStage(signal: AbortSignal): Promise<UploadRecord | null>;
  watch(report: (type: UploadEvent['type']) => void): () => void;
}

interface UploadContext extends UploadInput {
  fullServerAttempts: number;
}

interface UploadEvent {
  type: 'upload.cancelled' | 'network.returned' | 'session.returned';
}

interface StepEnd {
  record: UploadRecord | null;
}

const recordOf = ({ event }: { event: { output: UploadRecord | null } }): StepEnd => ({ record: event.output });
const setStage = { type: 'setStage', params: recordOf } as const;

/** One run of an upload, through the stages of its record. A step that ends in 'sending' waits for network, session or server. */
export const uploadMachine = setup({
  types: {
    context: {} as UploadContext,
    input: {} as UploadInput,
    events: {} as UploadEvent,
  },
  actors: {
    runStage: fromPromise<UploadRecord | null, UploadInput>(({ input, signal }) => input.runStage(signal)),
    watch: fromCallback<UploadEvent, UploadInput>(({ input, sendBack }) => input.watch((type) => sendBack({ type }))),
  },
  guards: {
    isOver: (_, { record }: StepEnd) => record === null || !isUnderWay(record),
    hasToWait: (_, { record }: StepEnd) => record?.stage.kind === 'sending',
    isSending: ({ context }) => context.stage.kind === 'sending',
    waitsForSession: ({ context: { stage } }) => stage.kind === 'sending' && stage.waitsFor === 'session',
    waitsForServer: ({ context: { stage } }) => stage.kind === 'sending' && stage.waitsFor !== 'session',
  },
  actions: {
    setStage: assign(({ context }, { record }: StepEnd) => {
      const stage = record?.stage ?? context.stage;
      const isServerFull = stage.kind === 'sending' && stage.waitsFor === 'room';
      return { stage, fullServerAttempts: isServerFull ? context.fullServerAttempts + 1 : 0 };
    }),
    setCancelled: assign({ stage: { kind: 'cancelling' } }),
  },
  delays: {
    retry: ({ context: { fullServerAttempts } }) => {
      const [first, longest] = FULL_SERVER_RETRY_MS;
      return fullServerAttempts === 0 ? RETRY_MS : Math.min(longest, first * 2 ** (fullServerAttempts - 1));
    },
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({ ...input, fullServerAttempts: 0 }),
  initial: 'working',
  invoke: { src: 'watch', input: ({ context }) => context },
  // A cancellation after the track was queued would race the server's answer.
  on: { 'upload.cancelled': { guard: 'isSending', target: '.working', actions: 'setCancelled' } },
  states: {
    working: {
      invoke: {
        src: 'runStage',
        input: ({ context }) => context,
        onDone: [
          { guard: { type: 'isOver', params: recordOf }, target: 'ended' },
          { guard: { type: 'hasToWait', params: recordOf }, target: 'waiting', actions: setStage },
          { target: 'working', reenter: true, actions: setStage },
        ],
      },
    },
    waiting: {
      after: { retry: { guard: 'waitsForServer', target: 'working' } },
      on: {
        'network.returned': { guard: 'waitsForServer', target: 'working' },
        'session.returned': { guard: 'waitsForSession', target: 'working' },
      },
    },
    ended: { type: 'final' },
  },
});
