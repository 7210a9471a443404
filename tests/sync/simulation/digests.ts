import type { Digest } from '../../../sync/model/digest.ts';
import type { PullResponse } from '../../../sync/model/wire.ts';
import { canSee, countsOf, toRow, type ServerRow, type State } from './server-state.ts';

/** Maximum number of tracks whose counts a digest carries. */
const TRACKS_A_DIGEST = 2;
/** Maximum number of changed tracks that a digest carries. If there are more, it carries none. */
const ROWS_A_DIGEST = 4;
/** Maximum number of tracks whose counts a pull brings after digests have reported them. Unreported counts come with each pull. */
const COUNTS_A_PULL = 4;

/** Makes the next digest; null without changes. Counts that do not fit get the numbers after this digest's, and come with a pull (G-4). */
export function publishChanges(state: State): Omit<Digest, 'epoch' | 'floor' | 'mark'> | null {
  const changed = [...state.undigested].sort(([, one], [, other]) => other - one).map(([id]) => id);
  const tooMany = state.undigestedTracks.size > ROWS_A_DIGEST;
  const mustPull = state.mustPull || tooMany;
  const tracks = tooMany ? [] : [...state.undigestedTracks];
  if (changed.length === 0 && tracks.length === 0 && !mustPull) return null;
  const after = state.digest;
  state.digest += 1;
  changed.forEach((id, at) => {
    const counts = state.counts.get(id);
    if (!counts) return;
    state.digest = after + 1 + Math.floor(at / TRACKS_A_DIGEST);
    state.counts.set(id, { ...counts, digest: state.digest });
  });
  state.undigested.clear();
  state.undigestedTracks.clear();
  state.mustPull = false;
  const counts = visibleCounts(state, null, changed.slice(0, TRACKS_A_DIGEST));
  return { after, number: after + 1, counts, ...publicChanges(state, tracks), has_changes: mustPull };
}

/** The rows of the tracks on the shelf and, as `gone`, the tracks that others have seen and may not see any more. */
export function publicChanges(state: State, tracks: readonly string[]): Pick<Digest, 'rows' | 'gone'> {
  const known = tracks.flatMap((id) => state.rows.get(`tracks/${id}`) ?? []).filter(({ shelved }) => shelved !== null);
  const isSeen = (row: ServerRow) => canSee(state, row, '');
  return {
    rows: known.filter((row) => isSeen(row) && row.shelved).map((row) => ({ t: row.t, row: toRow(state, row) })),
    gone: known
      .filter((row) => !isSeen(row))
      .map(({ t, id, rev, data }) => ({ t, id, rev, user_id: String(data['user_id']) })),
  };
}

/** The counts that a device lacks if it has stored the digests up to `after` (G-3). */
export function countsAfter(state: State, user: string, after: number | null): NonNullable<PullResponse['counts']> {
  if (after === null) return { number: state.digest, tracks: [], is_more: false };
  const from = after > state.digest ? 0 : after;
  const digested = [...state.counts]
    .filter(([, { digest }]) => digest > from)
    .sort(([a, one], [b, other]) => one.digest - other.digest || (a < b ? -1 : 1))
    .slice(0, COUNTS_A_PULL);
  const isMore = digested.length === COUNTS_A_PULL;
  const ids = new Set([...digested.map(([id]) => id), ...state.undigested.keys()]);
  const last = digested.at(-1)?.[1].digest ?? 0;
  return { number: isMore ? last - 1 : state.digest, tracks: visibleCounts(state, user, ids), is_more: isMore };
}

/** @param user null for the counts that everybody may see */
function visibleCounts(state: State, user: string | null, ids: Iterable<string>): Digest['counts'] {
  return [...ids].flatMap((id) => {
    const row = state.rows.get(`tracks/${id}`);
    return row && canSee(state, row, user ?? '') ? [countsOf(state, id)] : [];
  });
}
