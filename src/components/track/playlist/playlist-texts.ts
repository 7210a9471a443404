import { plural } from '../../../platform/texts.ts';
import { isolated } from '../../../platform/bidi.ts';

export const playlistTexts = {
  heading: 'Playlists',
  add: 'Add to playlist',
  addTitle: (title: string) => `Add ${isolated(title)}`,
  yours: 'Your playlists',
  new: 'New playlist',
  name: 'Name of the playlist',
  make: 'Make playlist',
  noName: { title: 'Playlist not made', text: 'A playlist needs a name.' },
  nameTooLong: { title: 'Playlist not made', text: 'The name of a playlist must be 60 characters or less.' },
  inFavourites: 'In Favourites',
  refused: 'Playlist not changed',
  notRead: 'Your playlists could not be read',
  notLoaded: 'Failed to load your playlists',
  count: (n: number) => `${n.toLocaleString('en')} ${plural(n, 'track')}`,
  queue: 'Queue',
} as const;
