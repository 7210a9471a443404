/** The player's words: the specification's letter for letter, and our own where it is silent. */
export const playerTexts = {
  paused: 'Audio paused. Please tap play to continue.',
  missing: { title: 'Audio Error', text: 'Cannot load track. Audio file may be missing.' },
  loadError: { title: 'Audio Load Error', text: 'Failed to load audio file. Please try again.' },
  zapError: 'ZAP Error',
  passedOver: { title: 'No network', text: 'Playing on with what is saved on this device.' },
  added: { next: 'Plays next', end: 'Added to the queue' },
  artist: {
    loadError: { title: 'Load Error', text: 'Could not load artist tracks.' },
    none: { title: 'No Tracks', text: 'This artist has no public tracks.' },
    failed: { title: 'Playback Error', text: 'Failed to start playback.' },
  },
} as const;
