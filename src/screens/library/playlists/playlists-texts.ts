import { isolated } from '../../../platform/bidi.ts';

/** Texts of a person's own playlists. Those of the sheet that adds tracks to them are in `playlistTexts`. */
export const playlistsTexts = {
  heading: 'Playlists',
  none: { title: 'No playlists yet', text: 'Start one here, or from any track’s More.' },
  kept: (size: string) => `Kept, ${size}`,
  onlyYou: 'Only you',
  noTracks: { title: 'No tracks yet', text: 'Add some from any track’s More.' },
  play: 'Play',
  shuffle: 'Shuffle',
  more: 'More',
  rename: 'Rename',
  description: 'Description',
  descriptionTooLong: 'The description of a playlist must be 500 characters or less.',
  save: 'Save',
  queue: 'Add to queue',
  delete: 'Delete',
  deleted: (title: string) => `Deleted “${isolated(title)}”`,
  remove: 'Remove from playlist',
  removed: 'Removed from the playlist',
  tracks: 'Tracks',
  unknownTrack: 'Track',
  missing: 'This playlist was deleted, or it is not yours.',
  library: 'Library',
} as const;
