import { isolated } from '../../platform/bidi.ts';
import { trackWords } from '../../platform/track-words.ts';

/** The specification prescribes most of these texts letter for letter. */
export const playerTexts = {
  paused: 'Audio paused. Please tap play to continue.',
  missing: { title: 'Audio Error', text: 'Cannot load track. Audio file may be missing.' },
  loadError: { title: 'Audio Load Error', text: 'Failed to load audio file. Please try again.' },
  skipped: { title: 'No network', text: 'Playing on with what is saved on this device.' },
  withdrawn: (titles: readonly string[]) => ({
    title:
      titles.length === 1
        ? `${isolated(titles[0] || trackWords.untitled)} is no longer available`
        : `${titles.length} tracks are no longer available`,
    text:
      titles.length === 1 ? 'It was taken down, and left your queue.' : 'They were taken down, and left your queue.',
  }),
  added: { next: 'Plays next', end: 'Added to the queue' },
} as const;
