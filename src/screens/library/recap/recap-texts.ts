import { plural } from '../../../platform/texts.ts';
import { isolated } from '../../../platform/bidi.ts';

const count = (n: number) => n.toLocaleString('en');

export const recapTexts = {
  your: (month: string) => `Your ${month}`,
  open: 'Share picture',
  play: (month: string) => `Play ${month}`,
  minutes: 'minutes of music',
  minutesOfTracks: (tracks: number) => `minutes of music, ${count(tracks)} ${plural(tracks, 'track')}`,
  artists: (n: number) => plural(n, 'artist'),
  firstListens: (n: number) => plural(n, 'first listen'),
  streak: 'day streak',
  mostPlayed: (plays: number) => `Most played, ${count(plays)} ${plural(plays, 'time')}`,
  supported: (zaps: number) => `Supported with ${count(zaps)} ZAPs`,
  andMore: (names: string, more: number) => `${names} and ${count(more)} more`,
  goneArtists: 'Artists who are not on this device',
  /** The picture in words. */
  picture: (month: string, parts: readonly string[]) => `Your ${month} as a picture: ${parts.join('; ')}.`,
  by: (title: string, artist: string) => `${isolated(title)} by ${isolated(artist)}`,
  share: 'Share picture',
  save: 'Save',
  drawing: 'Drawing',
  private: 'Only you see this until you share it',
  counted: 'A play counts with its track’s whole length, once a day; of a track that is gone, half a minute.',
  minutesOrMore: 'minutes of music or more',
  unknown: (tracks: number) =>
    `${count(tracks)} ${plural(tracks, 'track')} of this month ${tracks === 1 ? 'is' : 'are'} not on this device yet, so it may be more. Until then, each play counts half a minute.`,
  notDrawn: { title: 'The picture could not be drawn', text: 'Here is what it says:' },
  notShared: { title: 'Not shared', text: 'You can save the picture instead.' },
  close: 'Back to History',
  months: 'Months',
  earlier: (month: string) => `Earlier: ${month}`,
  later: (month: string) => `Later: ${month}`,
  noEarlier: 'No earlier recap',
  noLater: 'No later recap yet',
  none: { title: 'No recap yet', text: 'A month with an hour of listening or more gets one when it has ended.' },
  noneOf: (month: string) => `No recap of ${month}`,
  notLoaded: 'Your recap could not be loaded',
  notRead: 'Your recap could not be read',
} as const;

const dateOf = (month: string) => new Date(`${month}-15T12:00:00`);

/** 'October' */
export function monthName(month: string): string {
  return dateOf(month).toLocaleDateString('en', { month: 'long' });
}

/** 'October 2026' */
export function monthWithYear(month: string): string {
  return dateOf(month).toLocaleDateString('en', { month: 'long', year: 'numeric' });
}
