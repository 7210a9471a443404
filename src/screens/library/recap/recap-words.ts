import { isolated } from '../../../platform/bidi.ts';
import { trackWords } from '../../../platform/track-words.ts';
import type { Recap } from './recap.ts';
import { monthWithYear, recapTexts } from './recap-texts.ts';

/** What the picture shows. Names are untrusted: of any length and writing direction. */
export interface RecapWords {
  month: string;
  minutes: string;
  unit: string;
  figures: readonly { value: string; label: string }[];
  mostPlayed: { id: string; label: string; title: string; artist: string; coverSrc: string | null } | null;
  support: { label: string; names: string } | null;
  name: string;
  avatarSrc: string | null;
}

/** Most names that are listed. */
const MAX_NAMES = 2;

export function recapWords(recap: Recap, person: { name: string; avatarSrc: string | null }): RecapWords {
  const [most] = recap.mostPlayed;
  return {
    month: monthWithYear(recap.month),
    minutes: recap.minutes.toLocaleString('en'),
    unit: recapTexts.minutesOfTracks(recap.tracks),
    figures: [
      { value: recap.artists.toLocaleString('en'), label: recapTexts.artists(recap.artists) },
      { value: recap.firstListens.toLocaleString('en'), label: recapTexts.firstListens(recap.firstListens) },
      { value: recap.streakDays.toLocaleString('en'), label: recapTexts.streak },
    ],
    mostPlayed: most
      ? {
          id: most.track.id,
          label: recapTexts.mostPlayed(most.plays),
          title: most.track.title || trackWords.untitled,
          artist: most.track.artist_name || trackWords.unknownArtist,
          coverSrc: most.track.coverSrc,
        }
      : null,
    support: recap.support && {
      label: recapTexts.supported(recap.support.zaps),
      names: listed(recap.support.artists),
    },
    ...person,
  };
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return recapTexts.goneArtists;
  // A direction mark in one name would turn those after it around.
  const first = names.slice(0, MAX_NAMES).map(isolated).join(', ');
  return names.length > MAX_NAMES ? recapTexts.andMore(first, names.length - MAX_NAMES) : first;
}

/** The picture's text alternative: the same figures, in one sentence. */
export function recapAltText({ month, minutes, unit, figures, mostPlayed, support, name }: RecapWords): string {
  return recapTexts.picture(month, [
    `${minutes} ${unit}`,
    ...figures.map(({ value, label }) => `${value} ${label}`),
    ...(mostPlayed ? [`${mostPlayed.label}: ${recapTexts.by(mostPlayed.title, mostPlayed.artist)}`] : []),
    ...(support ? [`${support.label}: ${support.names}`] : []),
    ...(name === '' ? [] : [isolated(name)]),
  ]);
}
