/** Where a queued track comes from: an entry of a playlist. */
export interface ListEntry {
  /** The playlist's id. */
  list: string;
  /** The entry's id. A track may be in a playlist twice. */
  entry: string;
  /** Index of the entry in the playlist when the track was queued. */
  at: number;
}

export function isSameEntry(a: ListEntry | null | undefined, b: ListEntry | null | undefined): boolean {
  return a?.list === b?.list && a?.entry === b?.entry;
}
