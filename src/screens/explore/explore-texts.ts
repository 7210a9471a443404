import { plural } from '../../platform/texts.ts';
import { isolated } from '../../platform/bidi.ts';

/** Texts of Explore. */
export const exploreTexts = {
  banner: ['Heard here,', 'before anywhere.'],
  search: 'Search tracks or artists',
  genre: 'Genre',
  allGenres: 'All genres',
  shared: 'Shared by the Community',
  sharedBy: (name: string) => `shared by ${isolated(name)}`,
  closeTo: (search: string) => `Close to “${search}”`,
  onRadio: (count: number) => `${count} more on the radio`,
  none: 'No tracks found',
  failed: 'Failed to load tracks',
  tracks: 'Tracks',
  clear: 'Clear search and genre',
  offlineFirst: 'Tracks appear here once this device has been online.',
  lost: 'The browser cleared the tracks saved here. They come back once this device is online.',
  /** A search's kinds of results. */
  kind: 'Show',
  kinds: { all: 'All', tracks: 'Tracks', artists: 'Artists' },
  here: 'On this device',
  everywhere: 'Everywhere',
  artist: 'Artist',
  kept: 'Kept on this device',
  nothingHere: (search: string) => `Nothing on this device matches “${search}”.`,
  wordsStay: 'Your words stay in the field until you are online.',
  nothingElse: 'Nothing else found',
  restFailed: 'Could not reach the rest.',
  onlyHere: ['Only what is on this device.', 'More when you are online.'],
  offline: (ago: string) => `Offline. Last synced ${ago} ago.`,
} as const;

/** '1 track found', '128 tracks found' (S-35). */
export function tracksFound(count: number): string {
  // Not `toLocaleString`: loading its formats delays the first cards.
  return `${String(count).replace(/\B(?=(\d{3})+$)/g, ',')} ${plural(count, 'track')} found`;
}

/** The largest number that the server counts to. */
const MAX_COUNTED = 1000;

/** '318 found' everywhere. */
export function foundCount(total: number): string {
  return `${total.toLocaleString('en')}${total >= MAX_COUNTED ? '+' : ''} found`;
}

/** The numbers found, for screen readers. `total` is null while unknown. */
export function searchStatus(here: number, total: number | null): string {
  const onDevice = `${here.toLocaleString('en')} on this device`;
  return total === null ? onDevice : `${onDevice}, ${foundCount(total)} everywhere`;
}
