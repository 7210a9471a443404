/** The specification prescribes most of these texts letter for letter. */
export const playerTexts = {
  paused: 'Audio paused. Please tap play to continue.',
  missing: { title: 'Audio Error', text: 'Cannot load track. Audio file may be missing.' },
  loadError: { title: 'Audio Load Error', text: 'Failed to load audio file. Please try again.' },
  skipped: { title: 'No network', text: 'Playing on with what is saved on this device.' },
  added: { next: 'Plays next', end: 'Added to the queue' },
} as const;
