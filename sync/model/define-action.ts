import type * as z from 'zod/mini';
import type { RecordState } from '../core/records.ts';
import type { Shown } from './shown.ts';

/** What a person did, as its record tells it. */
export interface Done {
  /** The action's id. */
  id: string;
  /** When it was queued, in ms since the epoch. */
  createdAt: number;
  /** When the person acted, ISO 8601 in UTC (S-11). */
  occurredAt: string;
  state: RecordState;
}

/** What an action waits for (SY-15): those of these kinds that lie in that lane. */
export interface Wait {
  lane: string;
  kinds: readonly string[];
}

/** Names for the words of an action. */
export interface Names {
  /** The track in quotation marks, or 'a track'. */
  track(id: string, title?: string): string;
  /** The person's name, or 'somebody'. */
  person(id: string): string;
}

/** A part of a payload that the person wrote and may write anew while it waits. */
export interface EditableField {
  /** Its name in the payload. */
  name: string;
  label: string;
  maxLength: number;
  isLong?: boolean;
  /** A whole number within these bounds. */
  range?: readonly [number, number];
}

/** Lifts a payload of version n of its kind to version n + 1. */
export type Upcaster = (payload: Record<string, unknown>) => Record<string, unknown>;

export interface Action<Kind extends string, Payload> {
  kind: Kind;
  /** Intent only: prices, levels, counts and identity are the server's (SY-11). */
  payload: z.ZodMiniType<Payload>;
  /** The first lifts version 1; the present version is their number and one more (SY-21). */
  upcasters: readonly Upcaster[];
  /** What must keep its order shares a lane (SY-15). */
  lane(payload: Payload): string;
  /** What must be applied before; null for what waits for nothing. */
  waitsFor(payload: Payload): Wait | null;
  /** Only the newest wish of its lane counts: it takes the place of one that was not sent (SY-15). */
  replaces: boolean;
  /** A refusal is nothing that a person could mend or would miss: it leaves the queue by itself. */
  isMootWhenRefused: boolean;
  /** So long it may wait for others while nobody looks at the page, that they may be sent together, in milliseconds (SY-18). */
  mayWaitMs(payload: Payload): number;
  /** Its own state is shown, and a refused one stays to be seen: a message says that it was not sent (S-28). */
  showsState: boolean;
  /** Puts it over what is shown of the server's rows and of what waits before it (SY-1, SY-13). */
  overlay(shown: Shown, payload: Payload, done: Done): void;
  /** What it is, in the words of the person who did it. */
  words(payload: Payload, names: Names): string;
  editable: readonly EditableField[];
}

type Defaults = 'upcasters' | 'replaces' | 'isMootWhenRefused' | 'mayWaitMs' | 'showsState' | 'editable';

/** Declares something that people do and that may wait for a network, once and for all (S-32, docs/adding.md). */
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
