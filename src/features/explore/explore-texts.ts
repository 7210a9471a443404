import { plural } from '../../lib/texts.ts';

/** Words of Explore. */
export const exploreTexts = {
  banner: ['Heard here,', 'before anywhere.'],
  search: 'Search tracks or artists',
  genre: 'Genre',
  none: 'No tracks found',
  tracks: 'Tracks',
  clear: 'Clear search and genre',
  clearSearch: 'Clear search',
  offlineFirst: 'Tracks appear here once this device has been online.',
} as const;

/** '1 track found', '128 tracks found' (S-35). */
export function tracksFound(count: number): string {
  // Not `toLocaleString`: it holds up the first cards while the browser loads its formats.
  return `${String(count).replace(/\B(?=(\d{3})+$)/g, ',')} ${plural(count, 'track')} found`;
}
