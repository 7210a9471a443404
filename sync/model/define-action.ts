import type * as z from 'zod/mini';
import type { RecordState } from '../core/records.ts';
import type { Shown } from './shown.ts';

/** The facts of a queued action, besides its payload. */
export interface QueuedFacts {
  /** The action's id. */
  id: string;
  /** When it was queued, in ms since the epoch. */
  createdAt: number;
  /** When the person acted, ISO 8601 in UTC (S-11). */
  occurredAt: string;
  state: RecordState;
}

/** The earlier actions that an action waits for (SY-15): those of these kinds in this lane. */
export interface Wait {
  lane: string;
  kinds: readonly string[];
}

/** Looks up names for the description of an action. */
export interface Names {
  /** The track in quotation marks, or 'a track'. */
  track(id: string, title?: string): string;
  /** The person's name, or 'somebody'. */
  person(id: string): string;
}

/** A field of a payload that the person wrote and may still edit. */
export interface EditableField {
  /** Its name in the payload. */
  name: string;
  label: string;
  maxLength: number;
  isLong?: boolean;
  /** A whole number within these bounds. */
  range?: readonly [number, number];
}

/** Converts a payload of version n of its kind to version n + 1. */
export type Upcaster = (payload: Record<string, unknown>) => Record<string, unknown>;

export interface Action<Kind extends string, Payload> {
  kind: Kind;
  /** Intent only: prices, levels, counts and identity are the server's (SY-11). */
  payload: z.ZodMiniType<Payload>;
  /** The first converts version 1 (SY-21). */
  upcasters: readonly Upcaster[];
  /** Actions in the same lane are sent in order (SY-15). */
  lane(payload: Payload): string;
  /** The actions that must be answered first, or null. */
  waitsFor(payload: Payload): Wait | null;
  /** Only the newest action of its lane counts: it replaces one that was not sent (SY-15). */
  replaces: boolean;
  /** A refused action leaves the queue by itself, because the person could not fix it and would not miss it. */
  isMootWhenRefused: boolean;
  /** How long a hidden page may wait to send it together with others, in milliseconds (SY-18). */
  mayWaitMs(payload: Payload): number;
  /**
   * The interface shows the action's own state, and a refused one stays visible: a message says that it was not sent (S-28).
   */
  showsState: boolean;
  /** Applies the action to the server's rows and the actions before it, for the interface (SY-1, SY-13). */
  overlay(shown: Shown, payload: Payload, queued: QueuedFacts): void;
  /** A description in the person's own perspective. */
  words(payload: Payload, names: Names): string;
  editable: readonly EditableField[];
}

/** The version of the payloads that this app writes (SY-21). */
export function payloadVersion({ upcasters }: Pick<Action<string, never>, 'upcasters'>): number {
  return upcasters.length + 1;
}

type Defaults = 'upcasters' | 'replaces' | 'isMootWhenRefused' | 'mayWaitMs' | 'showsState' | 'editable';

/** Declares an action that works without a network (S-32, docs/adding.md). */
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
    editable: [],
    ...declaration,
  };
}
