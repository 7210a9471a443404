import type { Digest } from '../../../sync/model/digest.ts';
import type { PullResponse } from '../../../sync/model/wire.ts';
import { canSee, countsOf, type State } from './server-state.ts';

const TRACKS_A_DIGEST = 2;
const COUNTS_A_PULL = 4;

/** Counts that do not fit get the next numbers, and come with a pull (G-4). Null without changes. */
export function publishChanges(state: State): Omit<Digest, 'epoch' | 'mark'> | null {
  const changed = [...state.undigested].sort(([, one], [, other]) => other - one).map(([id]) => id);
  const { hasUndigestedRows } = state;
  if (changed.length === 0 && !hasUndigestedRows) return null;
  const after = state.digest;
  state.digest += 1;
  changed.forEach((id, at) => {
    const counts = state.counts.get(id);
    if (!counts) return;
    state.digest = after + 1 + Math.floor(at / TRACKS_A_DIGEST);
    state.counts.set(id, { ...counts, digest: state.digest });
  });
  state.undigested.clear();
  state.hasUndigestedRows = false;
  const counts = visibleCounts(state, null, changed.slice(0, TRACKS_A_DIGEST));
  return { after, number: after + 1, counts, has_changes: hasUndigestedRows };
}

/** The device has the counts of the digest `after` (G-3). */
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
