import { actionSchemas, actionVersions, type ActionKind } from '../model/actions.ts';

/** The lane of an action (SY-15): what must keep its order shares one. */
export function laneOf(kind: ActionKind, payload: Record<string, unknown>): string {
  switch (kind) {
    case 'play.record':
      return 'plays';
    case 'track.create':
      return `track:${String(payload['track_id'])}`;
    case 'profile.update':
      return 'profile';
  }
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
