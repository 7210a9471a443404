import * as z from 'zod/mini';
import { actionKinds } from '../model/actions.ts';
import { acknowledgement } from '../model/wire.ts';

const acknowledged = z.extend(acknowledgement, {
  kind: z.enum(actionKinds),
  payload: z.record(z.string(), z.unknown()),
  occurredAt: z.string(),
});

const leaderStatus = z.object({
  work: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('resting') }),
    z.object({ kind: z.literal('working'), since: z.number() }),
    z.object({ kind: z.literal('outdated') }),
  ]),
  network: z.enum(['unknown', 'online', 'offline']),
  isSilent: z.boolean(),
  hasSynced: z.boolean(),
  lastSyncedAt: z.nullable(z.number()),
});

const message = z.discriminatedUnion('type', [
  /** Asks the leader to push and pull. `how` is a `PokeKind`; earlier versions sent other values, which count as a plain poke. */
  z.object({ type: z.literal('poke'), how: z.optional(z.string()) }),
  /** The leader has stored these outcomes. The tab that queued an action confirms with `heard`. */
  z.object({ type: z.literal('acknowledged'), actions: z.array(acknowledged) }),
  /** The leader's sync status; a new tab asks for it with `hello`. */
  z.object({ type: z.literal('status'), status: leaderStatus }),
  z.object({ type: z.literal('hello') }),
  /** These actions left the queue without an outcome. */
  z.object({ type: z.literal('dropped'), ids: z.array(z.string()) }),
  z.object({ type: z.literal('heard'), ids: z.array(z.string()) }),
]);
export type TabMessage = z.infer<typeof message>;
/** How `core/engine.ts` is poked. `now` calls `pokeNow()`, `asked` calls `pokeNow(true)`, and undefined calls `poke()`. */
export type PokeKind = 'now' | 'asked' | undefined;

export interface TabChannel {
  post(message: TabMessage): void;
  listen(onMessage: (message: TabMessage) => void): void;
  close(): void;
}

export function openTabChannel(name: string): TabChannel {
  const nothing = () => undefined;
  if (typeof BroadcastChannel === 'undefined') return { post: nothing, listen: nothing, close: nothing };
  const channel = new BroadcastChannel(name);
  return {
    post: (sent) => channel.postMessage(sent),
    listen(onMessage) {
      channel.onmessage = (event: MessageEvent<unknown>) => {
        // A tab of another version may send unknown messages.
        const parsed = message.safeParse(event.data);
        if (parsed.success) onMessage(parsed.data);
      };
    },
    close: () => channel.close(),
  };
}
