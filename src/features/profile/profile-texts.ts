/** Words of the own profile. */
export const profileTexts = {
  ownTracks: 'Your Tracks',
  noTracks: 'Nothing uploaded yet. Your first track shows here.',
  memberSince: (month: string) => `Member since ${month}`,
  loadingError: 'Profile Loading Error',
  offline: 'There is no network, and nothing of it is on this device yet.',
  tryAgain: 'The server did not send it.',
} as const;
