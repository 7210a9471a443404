import * as z from 'zod/mini';

/** Messages of a page to the worker. Unknown ones are ignored, because pages of other versions may be open. */
export const pageMessage = z.discriminatedUnion('type', [
  /** workbox-window sends this name (`messageSkipWaiting`). */
  z.object({ type: z.literal('SKIP_WAITING') }),
  /** The page has no controller although the worker is active. */
  z.object({ type: z.literal('CLAIM') }),
]);
export type PageMessage = z.infer<typeof pageMessage>;

/** Messages of the worker to a page. */
export const workerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('OPEN_CONVERSATION'), partnerId: z.string() }),
]);
export type WorkerMessage = z.infer<typeof workerMessage>;
