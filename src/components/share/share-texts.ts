/** The specification prescribes most of these texts letter for letter. */
export const shareTexts = {
  share: (price: number) => `Share to your profile (${price}⚡)`,
  title: 'Share this track?',
  text: (price: number) =>
    `This track will be shown publicly in your profile under "Tracks I Shared". This action costs ${price}⚡ Zaps.`,
  verb: 'Share Track',
  busy: 'Sharing...',
  tooFew: (price: number) => `Insufficient ZAPs. You need ${price} ZAPs to share this track.`,
  shared: 'Track shared to your profile + community 🎵',
  already: "You've already shared this track.",
  failed: 'Failed to share track',
  guest: 'Please log in to share tracks',
  later: 'It is shared when the network is back.',
  unshare: 'Remove from your shared list',
  unshared: 'Track removed from your shared list',
  unsharedLater: 'It is removed when the network is back.',
  unshareFailed: 'Failed to unshare track',
  unshareGuest: 'Please log in to unshare tracks',
} as const;
