import type * as z from 'zod/mini';
import type { RecordState } from '../core/records.ts';
import type { Shown } from './shown.ts';

/** What an overlay knows of a queued action besides its payload. */
export interface QueuedFacts {
  id: string;
  /** In ms since the epoch. */
  createdAt: number;
  /** When the person acted, ISO 8601 in UTC (S-11). */
  occurredAt: string;
  state: RecordState;
}

/** Earlier actions of these kinds in these lanes must be answered first (SY-15). */
export interface Wait {
  lane: string | readonly string[];
  kinds: readonly string[];
}

/** Converts a payload to the next version. */
export type Upcaster = (payload: Record<string, unknown>) => Record<string, unknown>;

/** Declaration of a kind of action. */
export interface Action<Kind extends string, Payload> {
  kind: Kind;
  /** Only what the person intends: prices, levels, counts and identity come from the server (SY-11). */
  payload: z.ZodMiniType<Payload>;
  /** The first one converts version 1 to version 2 (SY-21). */
  upcasters: readonly Upcaster[];
  /** Actions of one lane are sent in order (SY-15). */
  lane(payload: Payload): string;
  waitsFor(payload: Payload): Wait | null;
  /** Whether the action replaces the last queued action of its lane if that action has the same kind and was never sent (SY-15). */
  replaces: boolean;
  /** Whether a refused action of this kind is removed, because the person could not fix it and would not miss it. */
  isMootWhenRefused: boolean;
  /** How long a hidden page may wait to send the action together with others, in ms (SY-18). */
  mayWaitMs(payload: Payload): number;
  /** Whether views show if the action is waiting, sent or refused (S-28). If so, the overlay contains the action even after a refusal. */
  showsState: boolean;
  /** Applies the action to `shown`, which contains the server's rows and the earlier actions (SY-1, SY-13). */
  overlay(shown: Shown, payload: Payload, queued: QueuedFacts): void;
}

/** Version of the payloads that this app writes (SY-21). */
export function payloadVersion({ upcasters }: Pick<Action<string, never>, 'upcasters'>): number {
  return upcasters.length + 1;
}

type Defaults = 'upcasters' | 'replaces' | 'isMootWhenRefused' | 'mayWaitMs' | 'showsState' | 'overlay';

export function defineAction<const Kind extends string, Payload extends Record<string, unknown>>(
  declaration: Pick<Action<Kind, Payload>, 'payload'> &
    Omit<Action<Kind, NoInfer<Payload>>, Defaults | 'payload'> &
    Partial<Pick<Action<Kind, NoInfer<Payload>>, Defaults>>,
): Action<Kind, Payload> {
  return {
    upcasters: [],
    replaces: false,
    isMootWhenRefused: false,
    mayWaitMs: () => 0,
    showsState: false,
    overlay: () => undefined,
    ...declaration,
  };
}
