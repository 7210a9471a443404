/** An entry of a list that is kept in the order of its key; keys are unique. */
export interface Keyed {
  key: string;
}

/** Changes above this number are merged in one pass instead of being placed one by one. */
const MERGE_FROM = 64;

/** The index of the first entry whose key is not below `key`. */
function indexFor(list: readonly Keyed[], key: string): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = list[middle];
    if (entry && entry.key < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The same list without `removed` and with `added`, as a new array: a changed row costs a search and a copy of references,
 * never a sort of the whole.
 */
export function patchOrdered<E extends Keyed>(list: readonly E[], removed: readonly E[], added: readonly E[]): E[] {
  if (removed.length + added.length > MERGE_FROM) return merge(list, removed, added);
  const next = [...list];
  for (const entry of removed) {
    const at = indexFor(next, entry.key);
    if (next[at]?.key === entry.key) next.splice(at, 1);
  }
  for (const entry of added) next.splice(indexFor(next, entry.key), 0, entry);
  return next;
}

function merge<E extends Keyed>(list: readonly E[], removed: readonly E[], added: readonly E[]): E[] {
  const gone = new Set(removed.map((entry) => entry.key));
  const fresh = [...added].sort((a, b) => (a.key < b.key ? -1 : 1));
  const next: E[] = [];
  let at = 0;
  for (const entry of list) {
    if (gone.has(entry.key)) continue;
    for (let one = fresh[at]; one && one.key < entry.key; one = fresh[++at]) next.push(one);
    next.push(entry);
  }
  return next.concat(fresh.slice(at));
}
