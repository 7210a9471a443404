import { plural } from '../../platform/texts.ts';
import { isolated } from '../../platform/bidi.ts';

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
  offline: (ago: string) => `Offline. Last synced ${ago} ago.`,
} as const;

/** Such as '1 track found' or '1,234 tracks found' (S-35). */
export function tracksFound(count: number): string {
  // Not `toLocaleString`: loading its formats delays the first cards.
  return `${String(count).replace(/\B(?=(\d{3})+$)/g, ',')} ${plural(count, 'track')} found`;
}
