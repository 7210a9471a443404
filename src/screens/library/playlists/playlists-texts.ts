import { isolated } from '../../../platform/bidi.ts';

/** Texts of the library's playlists and of a playlist's page. Those of the sheet that adds tracks are in `playlistTexts`. */
export const playlistsTexts = {
  none: { title: 'No playlists yet', text: 'Start one here, or from any track’s More.' },
  kept: (size: string) => `Kept, ${size}`,
  visibility: { private: 'Only you', link: 'Anybody with the link', public: 'Public' },
  whoSees: 'Who sees it',
  whoSeesHelp: {
    private: 'Nobody else sees it.',
    link: 'Whoever you send the link sees it.',
    public: 'It shows on your profile, and everybody sees it.',
  },
  sendLink: 'Send link',
  like: 'Add to library',
  liked: 'In your library',
  unlike: 'Remove from library',
  noLongerShown: (count: number) =>
    count === 1
      ? 'A playlist in your library is private now, or was deleted.'
      : `${count} playlists in your library are private now, or were deleted.`,
  copy: 'Keep a copy',
  copied: (title: string) => `Copied “${isolated(title)}” to your playlists`,
  hidden: 'This playlist is private',
  notShown: 'Failed to load this playlist',
  offline: { title: 'Not on this device yet', text: 'It shows here once the network is back.' },
  nothingInIt: 'No tracks yet',
  somebody: 'Somebody',
  noTracks: { title: 'No tracks yet', text: 'Add some from any track’s More.' },
  play: 'Play',
  shuffle: 'Shuffle',
  continue: 'Continue',
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
  library: 'Library',
} as const;
