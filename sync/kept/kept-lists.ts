/** Id of the favourites among the lists that a device keeps as a whole. */
export const FAVOURITES_LIST = 'favourites';

/** Key of the kept lists' ids among the device's values. */
export const KEPT_LISTS_KEY = 'kept-lists';

/** The stored ids; none for another form. */
export function readKeptLists(stored: unknown): ReadonlySet<string> {
  return new Set(Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : []);
}
