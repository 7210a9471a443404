import { drawAvatar } from '../art/avatar.ts';
import { drawCover } from '../art/cover.ts';
import { artists } from '../demo/artists.ts';
import type { DemoArtist } from '../demo/artists.ts';
import { tracks, type DemoTrack } from '../demo/tracks.ts';
import { compose } from '../music/compose.ts';
import { encodeMp3 } from '../music/encode.ts';

export type FileJob = {
  /** Index of the artist for an avatar, else of the track. */
  readonly index: number;
} & (
  | { readonly kind: 'music' | 'avatar' }
  /** `side` is in pixels. */
  | { readonly kind: 'cover'; readonly side: number }
);

export async function makeFile(job: FileJob): Promise<Uint8Array> {
  const { kind, index } = job;
  if (kind === 'avatar') {
    const artist: DemoArtist = itemAt(artists, index);
    return drawAvatar(artist.portrait, artist.key);
  }
  const track: DemoTrack = itemAt(tracks, index);
  if (job.kind === 'cover') return drawCover(...track.cover, track.title, job.side);
  const artist = artists.find((candidate) => candidate.key === track.artist);
  const tags = { title: track.title, artist: artist?.name ?? '', genre: track.genre };
  return await encodeMp3(compose(track.genre, track.title), tags);
}

function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error(`No item has the index ${index}`);
  return item;
}
