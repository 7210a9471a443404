import { texts } from '../../lib/texts.ts';

/** The player's words: the specification's letter for letter, and our own where it is silent. */
export const playerTexts = {
  paused: 'Audio paused. Please tap play to continue.',
  missing: { title: 'Audio Error', text: 'Cannot load track. Audio file may be missing.' },
  loadError: { title: 'Audio Load Error', text: 'Failed to load audio file. Please try again.' },
  zapError: 'ZAP Error',
  waitingForNetwork: 'Waiting for the network',
  passedOver: { title: 'No network', text: 'Playing on with what is saved on this device.' },
  added: { next: 'Plays next', end: 'Added to the queue' },
  playNext: 'Play next',
  addToQueue: 'Add to queue',
  playArtist: (artist: string) => `Play ${artist}`,
  keep: 'Save on this device',
  kept: 'Saved on this device. Remove',
  keepArtist: (artist: string) => `Save all of ${artist} on this device`,
  keepQueue: 'Save the queue on this device',
  keptOf: (kept: number, all: number, failed: number) =>
    failed > 0 ? `${kept} of ${all} saved, ${failed} could not be saved` : `${kept} of ${all} saved`,
  keeping: 'Saving',
  stopKeeping: 'Stop saving',
  keptMark: 'saved',
  keepWaits: { title: 'Waiting for the network', text: 'It is saved on this device when the network is back.' },
  keepFailed: {
    ...texts.notSaved,
    missing: { title: 'Not saved on this device', text: 'Not on the server any more.' },
    broken: { title: 'Not saved on this device', text: 'The file cannot be played.' },
  },
  removeFailed: { title: 'Still on this device', text: 'It could not be removed. Please try again.' },
  shuffle: 'Shuffle',
  repeat: { all: 'Repeat all', one: 'Repeat one', off: 'No repeat' },
  clearQueue: 'Clear the queue',
  reorderKeys: 'Drag it, or press the arrow keys.',
  movedTo: (title: string, at: number, of: number) => `${title} moved to ${at} of ${of}`,
  shortQueue: 'Play a track from Explore to fill the queue.',
  artist: {
    loadError: { title: 'Load Error', text: 'Could not load artist tracks.' },
    none: { title: 'No Tracks', text: 'This artist has no public tracks.' },
    failed: { title: 'Playback Error', text: 'Failed to start playback.' },
  },
} as const;
