import { isolated } from '../../platform/bidi.ts';
import { trackWords } from '../../platform/track-words.ts';
import { QUEUE_LIMIT } from './queue.ts';

/** Texts that are not needed before a player plays. */
export const lateTexts = {
  zapError: 'ZAP Error',
  keptWithdrawn: (count: number) => ({
    title: count === 1 ? 'A saved track is no longer available' : `${count} saved tracks are no longer available`,
    text: count === 1 ? 'It was taken down, and left this device.' : 'They were taken down, and left this device.',
  }),
  withdrawn: (titles: readonly string[]) => ({
    title:
      titles.length === 1
        ? `${isolated(titles[0] || trackWords.untitled)} is no longer available`
        : `${titles.length} tracks are no longer available`,
    text:
      titles.length === 1 ? 'It was taken down, and left your queue.' : 'They were taken down, and left your queue.',
  }),
  /** The specification prescribes these letter for letter. */
  artist: {
    loadError: { title: 'Load Error', text: 'Could not load artist tracks.' },
    none: { title: 'No Tracks', text: 'This artist has no public tracks.' },
    failed: { title: 'Playback Error', text: 'Failed to start playback.' },
  },
  full: { title: 'The queue is full', text: `It holds ${QUEUE_LIMIT} tracks.` },
  someAdded: (count: number, all: number) => ({
    title: `${count} of ${all} tracks were added`,
    text: `The queue is full: it holds ${QUEUE_LIMIT} tracks.`,
  }),
  tooLong: (all: number) => ({
    title: `${QUEUE_LIMIT} of ${all} tracks are in the queue`,
    text: 'It holds no more than that.',
  }),
} as const;
