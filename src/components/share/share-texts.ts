import { lockWords } from '../vote/lock-words.ts';

/** Words of sharing: the specification's letter for letter, and our own where it is silent. */
export const shareTexts = {
  share: 'Share to your profile (3⚡)',
  locked: lockWords('share'),
  title: 'Share this track?',
  text: 'This track will be shown publicly in your profile under "Tracks I Shared". This action costs 3⚡ Zaps.',
  verb: 'Share Track',
  busy: 'Sharing...',
  tooFew: 'Insufficient ZAPs. You need 3 ZAPs to share this track.',
  shared: 'Track shared to your profile + community 🎵',
  already: "You've already shared this track.",
  failed: 'Failed to share track',
  guest: 'Please log in to share tracks',
  later: 'It is shared when the network is back.',
  unshare: 'Remove from your shared list',
  unshared: 'Track removed from your shared list',
  unshareFailed: 'Failed to unshare track',
  unshareGuest: 'Please log in to unshare tracks',
} as const;
