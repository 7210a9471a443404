import { actionSchemas, actionVersions, type ActionKind } from '../model/actions.ts';

/** The lane of an action (SY-15): what must keep its order shares one. */
export function laneOf(kind: ActionKind, payload: Record<string, unknown>): string {
  const track = String(payload['track_id']);
  const partner = String(payload['partner_id']);
  switch (kind) {
    case 'play.record':
      return 'plays';
    case 'vote.cast':
      return `vote:${track}`;
    case 'share.add':
    case 'share.remove':
      return `share:${track}`;
    case 'track.create':
    case 'track.update':
    case 'track.delete':
      return `track:${track}`;
    case 'message.send':
      return `conversation:${partner}`;
    case 'messages.read':
      return payload['partner_id'] === null ? 'conversations' : `conversation:${partner}`;
    case 'connection.request':
    case 'connection.answer':
      return `connection:${partner}`;
    case 'profile.update':
      return 'profile';
  }
}

/**
 * Where the actions lie that must be applied before this one is sent (SY-15): the creation of the track it speaks of, and
 * for a message the request or answer that connects the two. Null when it waits for nothing.
 */
export function dependencyLane(kind: ActionKind, payload: Record<string, unknown>): string | null {
  if (kind === 'message.send') return `connection:${String(payload['partner_id'])}`;
  return typeof payload['track_id'] === 'string' && kind !== 'track.create' ? `track:${payload['track_id']}` : null;
}

/** Of the records of that lane, the ids of those that are waited for: an edit of the track is none of them. */
export function dependenciesIn(records: readonly { id: string; kind: string; state: { kind: string } }[]): string[] {
  return records.flatMap(({ id, kind, state }) =>
    state.kind !== 'dead' && (kind === 'track.create' || kind.startsWith('connection.')) ? [id] : [],
  );
}

/** A refusal of these is nothing that a person could mend or would miss: it leaves the queue by itself. */
export function isMootWhenRefused(kind: string): boolean {
  return kind === 'play.record' || kind === 'messages.read';
}

export function isActionKind(kind: string): kind is ActionKind {
  return Object.hasOwn(actionSchemas, kind);
}

/** Lifts a payload of version n of its kind to version n + 1. */
export type Upcaster = (payload: Record<string, unknown>) => Record<string, unknown>;

/** By kind and by the version that is lifted (SY-21). All kinds are at their first version. */
const upcasters: Partial<Record<ActionKind, Record<number, Upcaster>>> = {};

/**
 * Lifts a stored payload to the version this app speaks (SY-21). An unknown kind or a newer version (the app was rolled
 * back) is sent as it is: the server may know it.
 * @throws when a step between two known versions is missing, which is an error of the release
 */
export function upcast(
  action: { kind: string; v: number; payload: Record<string, unknown> },
  steps: Partial<Record<string, Record<number, Upcaster>>> = upcasters,
  versions: Partial<Record<string, number>> = actionVersions,
): { v: number; payload: Record<string, unknown> } {
  const target = versions[action.kind] ?? action.v;
  let { v, payload } = action;
  while (v < target) {
    const step = steps[action.kind]?.[v];
    if (!step) throw new Error(`no upcaster for ${action.kind} from version ${v}`);
    payload = step(payload);
    v += 1;
  }
  return { v, payload };
}
