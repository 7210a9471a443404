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

/**
 * The album's artist: the first album artist in the tags, else the artist of more than half of the tracks that name one, guests aside,
 * else 'Various Artists'.
 */
export function albumArtist(tracks: readonly ArtistTags[]): AlbumArtist {
  const tagged = tracks.find((tags) => tags.albumArtist !== '')?.albumArtist;
  if (tagged !== undefined) return { name: tagged, isCompilation: true };
  const names = tracks.map(({ artistName }) => artistName).filter((name) => fold(name) !== '');
  const byArtist = names.map((name) => names.filter((other) => isSameArtist(name, other)));
  const [most = []] = byArtist.sort((a, b) => b.length - a.length);
  if (most.length <= names.length / 2 && names.length > 0) return { name: VARIOUS_ARTISTS, isCompilation: true };
  const [first = ''] = most;
  const isSame = most.every((name) => fold(name) === fold(first));
  return { name: isSame ? first : sharedName(most.map(withoutGuests)), isCompilation: false };
}

/** The artist of the track alone. Empty if it is the album's. */
export function ownArtist({ artistName }: Pick<Tags, 'artistName'>, { name, isCompilation }: AlbumArtist): string {
  return isCompilation && fold(artistName) !== fold(name) ? artistName : '';
}

const isSameArtist = (a: string, b: string) => fold(firstOf(withoutGuests(a))) === fold(firstOf(withoutGuests(b)));

/** The first of several names: 'A' of 'A, B' and of 'A/B'. */
const firstOf = (names: string) => names.split(/\s*[,;/]/)[0] ?? '';

/** The shortest name if the others begin with it, as 'AC/DC' and 'AC/DC, B' do; otherwise the first name that they share. */
function sharedName(names: readonly string[]): string {
  const shortest = names.reduce((short, name) => (name.length < short.length ? name : short));
  const isShared = names.every((name) => fold(name).startsWith(fold(shortest)));
  return isShared ? shortest : firstOf(shortest);
}

function withoutGuests(name: string): string {
  return name.replace(GUESTS, '');
}
