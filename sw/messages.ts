import * as z from 'zod/mini';

/** Messages from a page to the worker. Unknown ones are ignored, because pages of other versions may be open. */
export const pageMessage = z.discriminatedUnion('type', [
  /** Take over now. The name is workbox-window's (`messageSkipWaiting`). */
  z.object({ type: z.literal('SKIP_WAITING') }),
  /** Claim this page: it has no controller although the worker is active. */
  z.object({ type: z.literal('CLAIM') }),
]);
export type PageMessage = z.infer<typeof pageMessage>;

/** Messages from the worker to a page. */
export const workerMessage = z.discriminatedUnion('type', [
  /** The notification of this person's message was clicked. */
  z.object({ type: z.literal('OPEN_CONVERSATION'), partnerId: z.string() }),
]);
export type WorkerMessage = z.infer<typeof workerMessage>;
