import type { Shown } from '../model/shown.ts';

/** What lies over the rows of tracks. */
export type TrackOverlay = {
  readonly [Part in 'plays' | 'votes' | 'shares' | 'edits']: ReadonlyMap<string, MapValue<Shown[Part]>>;
} & {
  readonly removed: ReadonlySet<string>;
  /** People whose tracks are in no list of everybody's (S-47). */
  readonly hidden: ReadonlySet<string>;
};
type MapValue<M> = M extends Map<string, infer V> ? V : never;

export const noOverlay: TrackOverlay = {
  plays: new Map(),
  votes: new Map(),
  shares: new Map(),
  edits: new Map(),
  removed: new Set(),
  hidden: new Set(),
};

/** The tracks over which something other lies than before, but for those of people who were hidden or came back. */
export function changedTracks(before: TrackOverlay, after: TrackOverlay): string[] {
  const ids = new Set(
    [before, after].flatMap(({ plays, votes, shares, edits, removed }) =>
      [plays, votes, shares, edits, removed].flatMap((part) => [...part.keys()]),
    ),
  );
  return [...ids].filter(
    (id) =>
      before.plays.has(id) !== after.plays.has(id) ||
      before.removed.has(id) !== after.removed.has(id) ||
      (['votes', 'shares', 'edits'] as const).some(
        (part) => JSON.stringify(before[part].get(id)) !== JSON.stringify(after[part].get(id)),
      ),
  );
}
