import { plural } from '../../platform/texts.ts';

const count = (n: number) => `${n.toLocaleString('en')} ${plural(n, 'track')}`;

export const libraryTexts = {
  kept: 'Kept',
  nothing: 'Nothing yet',
  count,
  showAll: 'Show all',
  ago: (duration: string) => `${duration} ago`,
  nothingToday: 'Nothing today',
  today: (n: number) => `${n.toLocaleString('en')} today`,
  noFavourites: { title: 'No favourites yet', text: 'Tap the heart on any track.' },
  failed: 'Failed to load your favourites',
  manage: 'Manage',
  keptHere: 'Kept on this device',
  search: 'Search favourites',
  noMatch: (search: string) => `No favourite matches “${search}”.`,
  sort: 'Sort by',
  sorts: { newest: 'Newest', title: 'Title', artist: 'Artist' },
  play: 'Play all favourites',
  shuffle: 'Shuffle',
  keep: 'Keep on this device',
  keeping: 'Saving',
  keptSize: (size: string, total: string) => `${size} of ${total}`,
  waits: { network: 'Waits for the network', data: 'Waits while the browser saves data' },
  full: (size: string) => `No room left. Free ${size}.`,
  removed: 'Removed from this device',
  goneTitle: 'No longer public',
  gone: 'Its artist made it private or deleted it',
  notHere: 'Not on this device yet',
  more: (title: string) => `More for ${title}`,
  removeGone: 'Remove from favourites',
} as const;
