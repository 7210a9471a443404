import { sameFields } from './derived.ts';
import type { Shown } from '../model/shown.ts';

/** The parts of `Shown` that change how tracks are shown. */
export type TrackOverlay = {
  readonly [Part in 'plays' | 'votes' | 'shares' | 'favourites' | 'edits']: ReadonlyMap<string, MapValue<Shown[Part]>>;
} & {
  readonly removed: ReadonlySet<string>;
  /** People whose tracks are left out of public lists (S-47). */
  readonly hidden: ReadonlySet<string>;
};
type MapValue<M> = M extends Map<string, infer V> ? V : never;

export const noOverlay: TrackOverlay = {
  plays: new Map(),
  votes: new Map(),
  shares: new Map(),
  favourites: new Map(),
  edits: new Map(),
  removed: new Set(),
  hidden: new Set(),
};

/** Ids of the tracks that are shown differently. Changes of `hidden` are ignored. */
export function changedTracks(before: TrackOverlay, after: TrackOverlay): string[] {
  const changed = new Set<string>();
  for (const part of ['plays', 'removed'] as const) {
    for (const id of before[part].keys()) if (!after[part].has(id)) changed.add(id);
    for (const id of after[part].keys()) if (!before[part].has(id)) changed.add(id);
  }
  for (const part of ['votes', 'shares', 'favourites', 'edits'] as const) {
    for (const [id, value] of before[part]) if (isDifferent(value, after[part].get(id))) changed.add(id);
    for (const id of after[part].keys()) if (!before[part].has(id)) changed.add(id);
  }
  return [...changed];
}

/** Compares field by field, which is faster than JSON: thousands of votes are compared, and almost none has changed. */
function isDifferent(before: object, after: object | undefined): boolean {
  if (after === undefined) return true;
  return sameFields(before, after) !== before || Object.keys(before).length !== Object.keys(after).length;
}
