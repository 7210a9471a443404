import { isolated } from '../../platform/bidi.ts';

export const keptTexts = {
  nothing: { title: 'Nothing kept yet', text: 'Keep a track for offline.' },
  removePlayed: (n: number) => `Remove ${n} that ${n === 1 ? 'was' : 'were'} only played`,
  removeSome: (n: number) => `Remove ${n}`,
  removeArtist: (n: number, artist: string) => `Remove ${n} by ${isolated(artist)} from this device`,
  removeTrack: (title: string) => `Remove ${title} from this device`,
  keptSoFar: (n: number, all: number, size: string, total: string) => `${n} of ${all} tracks, ${size} of ${total}`,
  keepingSoFar: (size: string, total: string) => `Saving, ${size} of ${total}`,
  keepWaits: {
    turn: 'Comes in its turn',
    network: 'Comes when there is a network',
    data: 'Waits while data saver is on',
  },
  keepFailed: {
    full: 'No room on this device.',
    missing: 'Not on the server any more.',
    broken: 'The file cannot be played.',
    unavailable: 'This browser offers no storage here.',
  },
  keeping: 'Saving',
  stopKeeping: 'Stop saving',
  keepNow: 'Try now',
  keepNowOf: (title: string) => `Try now: ${title}`,
  asked: (ago: string) => `Saved by you, ${ago} ago`,
  played: (ago: string) => `Played ${ago} ago`,
} as const;
