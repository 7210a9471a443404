import { plural } from '../../platform/texts.ts';

/** The specification prescribes most of these texts letter for letter. */
export const radioPageTexts = {
  findTrack: 'Find a track',
  title: 'Radio Sponsored Tracks',
  sponsored: (count: number) => `${count.toLocaleString('en')} ${plural(count, 'track')} sponsored`,
  failed: 'Failed to load sponsored tracks',
  empty: { title: 'No Sponsored Tracks Yet', text: 'Be the first to sponsor a track for radio!' },
  listen: 'Listen live',
  list: 'On the radio',
  earlier: 'Earlier',
  upNext: 'Up next',
  nothingEarlier: 'Nothing was heard here yet',
  nothingNext: 'The station has not said what comes',
  ago: (time: string) => `${time} ago`,
  in: (time: string) => `in ${time}`,
  tracks: 'Sponsored tracks',
  none: 'No tracks found',
  found: (search: string, genre: string | null) =>
    [...(search ? [`“${search}”`] : []), ...(genre ? [genre] : [])].join(', '),
  clear: 'Clear search and genre',
} as const;
