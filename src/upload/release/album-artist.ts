import { fold } from '../../../sync/model/fold.ts';
import type { Tags } from '../tags.ts';

const VARIOUS_ARTISTS = 'Various Artists';
/** ' feat. B', ' (ft. B)', ' [featuring B]'. */
const GUESTS = /\s+[([]?(?:feat|ft|featuring)(?:\.|\s).*$/i;

type ArtistTags = Pick<Tags, 'artistName' | 'albumArtist'>;

export interface AlbumArtist {
  /** Empty if the tags name none. */
  name: string;
  /** Whether tracks keep an artist that differs from the album's. */
  isCompilation: boolean;
}

/** The album's artist: from an album tag, else the artist of more than half of the tracks without guests, else 'Various Artists'. */
export function albumArtist(tracks: readonly ArtistTags[]): AlbumArtist {
  const tagged = tracks.find((tags) => tags.albumArtist !== '')?.albumArtist;
  if (tagged !== undefined) return { name: tagged, isCompilation: true };
  const names = tracks.map(({ artistName }) => artistName).filter((name) => fold(name) !== '');
  const byArtist = names.map((name) => names.filter((other) => isSameArtist(name, other)));
  const [most = []] = byArtist.sort((a, b) => b.length - a.length);
  if (most.length <= names.length / 2 && names.length > 0) return { name: VARIOUS_ARTISTS, isCompilation: true };
  const [first = ''] = most;
  const isSame = most.every((name) => fold(name) === fold(first));
  // The shortest has the fewest guests.
  return {
    name: isSame ? first : withoutGuests([...most].sort((a, b) => a.length - b.length)[0] ?? ''),
    isCompilation: false,
  };
}

/** The artist of the track alone. Empty if it is the album's. */
export function ownArtist({ artistName }: Pick<Tags, 'artistName'>, { name, isCompilation }: AlbumArtist): string {
  return isCompilation && fold(artistName) !== fold(name) ? artistName : '';
}

function isSameArtist(a: string, b: string): boolean {
  const [one, other] = [withoutGuests(a), withoutGuests(b)];
  return fold(one) === fold(other) || begins(one, other) || begins(other, one);
}

/** Whether the names are several, of which this one is the first: 'A' of 'A, B' and of 'A/B'. */
function begins(name: string, names: string): boolean {
  return names.startsWith(name) && /^\s*[,;/]/.test(names.slice(name.length));
}

function withoutGuests(name: string): string {
  return name.replace(GUESTS, '');
}
