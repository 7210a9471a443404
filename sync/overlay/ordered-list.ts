export interface Keyed {
  key: string;
}

/** Index of the first entry whose key is not below `key`. */
export function indexFor(list: readonly Keyed[], key: string): number {
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

/** A copy of the ordered list without `removed` and with `added`. A changed row costs a binary search, never a sort of the whole list. */
export function patchOrdered<E extends Keyed>(list: readonly E[], removed: readonly E[], added: readonly E[]): E[] {
  const addedByKey = new Map(added.map((entry) => [entry.key, entry]));
  const keys = new Set([...removed, ...added].map(({ key }) => key));
  const next: E[] = [];
  let from = 0;
  for (const key of [...keys].sort()) {
    const at = indexFor(list, key);
    for (const unchanged of list.slice(from, at)) next.push(unchanged);
    const entry = addedByKey.get(key);
    if (entry) next.push(entry);
    from = list[at]?.key === key ? at + 1 : at;
  }
  return next.concat(list.slice(from));
}

/** Orders by time, the newest first, and equal times by `textOf`, ascending. */
export function newestFirst<T>(timeOf: (item: T) => string, textOf: (item: T) => string): (a: T, b: T) => number {
  return (a, b) => compare(timeOf(b), timeOf(a)) || compare(textOf(a), textOf(b));
}

const compare = (a: string, b: string) => Number(a > b) - Number(a < b);
