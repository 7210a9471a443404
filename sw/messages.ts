import * as z from 'zod/mini';

/** Everything a page may tell the worker. Anything else is ignored: pages of other versions may be open. */
export const pageMessage = z.discriminatedUnion('type', [
  /** Take over now. The name is workbox-window's (`messageSkipWaiting`). */
  z.object({ type: z.literal('SKIP_WAITING') }),
  /** Control this page too: the browser gave it no controller though the worker is active. */
  z.object({ type: z.literal('CLAIM') }),
]);
export type PageMessage = z.infer<typeof pageMessage>;

/** Everything the worker may tell a page. */
export const workerMessage = z.discriminatedUnion('type', [
  /** A notice of this person's message was pressed. */
  z.object({ type: z.literal('OPEN_CONVERSATION'), partnerId: z.string() }),
]);
export type WorkerMessage = z.infer<typeof workerMessage>;
