import { texts } from '../../platform/texts.ts';
import { isolated } from '../../platform/bidi.ts';

/** Separate from `playerTexts`, so that these texts load with their components. */
export const queueTexts = {
  playNext: 'Play next',
  addToQueue: 'Add to queue',
  playArtist: (artist: string) => `Play ${isolated(artist)}`,
  shuffle: 'Shuffle',
  repeat: { all: 'Repeat all', one: 'Repeat one', off: 'No repeat' },
  sleep: {
    name: 'Sleep timer',
    short: 'Sleep',
    minutes: (minutes: number) => `${minutes} min`,
    trackEnd: 'End of track',
    left: (left: string) => `Sleep timer, ${left} left`,
    setMinutes: (minutes: number) => `The sound stops in ${minutes} minutes`,
    setTrackEnd: 'The sound stops at the end of this track',
    cancel: 'Turn off',
    off: 'Sleep timer off',
    stopped: { title: 'Sleep timer', text: 'It stopped the sound.' },
  },
  open: 'Open',
  openTrack: (title: string) => `Open ${title}`,
  keep: 'Save on this device',
  kept: 'Saved on this device. Remove',
  keepArtist: (artist: string) => `Save all of ${isolated(artist)} on this device`,
  keepQueue: 'Save queue on this device',
  keptOf: (kept: number, all: number, failed: number) =>
    failed > 0 ? `${kept} of ${all} saved, ${failed} could not be saved` : `${kept} of ${all} saved`,
  keeping: 'Saving',
  stopKeeping: 'Stop saving',
  keptWord: 'saved',
  keepWaits: { title: 'Waiting for the network', text: 'It is saved on this device when the network is back.' },
  keepFailed: {
    ...texts.notSaved,
    missing: { title: 'Not saved on this device', text: 'Not on the server any more.' },
    broken: { title: 'Not saved on this device', text: 'The file cannot be played.' },
  },
  removeFailed: { title: 'Still on this device', text: 'It could not be removed. Please try again.' },
  clearQueue: 'Clear the queue',
  list: 'Queue',
  upNext: 'Up next from here',
  upNextText: 'When a list ends, similar tracks follow. They earn no ZAPs.',
  shortQueue: 'Play a track from Explore to fill the queue.',
} as const;
