import type { Scope } from '../../../sync/client.ts';
import type { Press } from '../../components/track/listening.ts';
import { isSameEntry } from '../../components/track/playlist/list-entry.ts';
import { toast } from '../../engine/toast.ts';
import { artistSession } from './artist-session.ts';
import type { PlayerController } from './player-controller.ts';
import { isSounding } from './player-state.ts';
import { type PlayerTrack, type QueuableTrack, toPlayerTrack } from './player-track.ts';
import { playerTexts } from './player-texts.ts';
import { currentOf, QUEUE_LIMIT, type TrackList, tracksAround } from './queue.ts';

/** Plays the tracks from `startIndex`. */
export function playTracks(
  player: PlayerController,
  tracks: readonly QueuableTrack[],
  startIndex: number,
  press: Press,
): void {
  const pressed = tracks[startIndex];
  if (!pressed) return;
  if (press === 'track' && isCurrent(player, pressed))
    return player.send({ type: isSounding(player.snapshot()) ? 'pause.requested' : 'play.requested' });
  const list = tracksAround(tracks, startIndex);
  if (press === 'list') playList(player, list);
  else player.send({ type: 'tracks.play', ...list, ...(press === 'track' ? {} : press) });
  // A press on a track of the catalogue asks for this track, not for all that follow it.
  if (press !== 'track' || pressed.from || pressed.isShuffled)
    toastIfTracksLeftOut(list.tracks.length, tracks.length, 'played');
}

export function addTracks(player: PlayerController, tracks: readonly QueuableTrack[], where: 'next' | 'end'): void {
  const { aside, queue } = player.snapshot().context;
  const room = Math.max(0, QUEUE_LIMIT - (aside?.queue ?? queue).tracks.length);
  player.send({ type: 'queue.added', tracks: tracks.map(toPlayerTrack), where });
  if (room >= tracks.length) toast({ id: 'queue', kind: 'success', title: playerTexts.added[where], duration: 2000 });
  toastIfTracksLeftOut(room, tracks.length, 'added');
}

/** Plays the artist's public tracks, most played first. Starts at the given track, or at the first. */
export function playArtist(
  player: PlayerController,
  scope: Pick<Scope, 'tracksOf' | 'explore'>,
  artistId: string,
  startTrackId: string | null,
): void {
  const session = artistSession(scope, artistId, startTrackId);
  if (session.kind === 'session') return playList(player, session);
  import('./late-parts.ts').then((late) => late.toastUnplayableArtist(session.why), toastLoadError);
}

function playList(player: PlayerController, { tracks, startIndex }: TrackList): void {
  const pressed = tracks[startIndex];
  if (!pressed || !isCurrent(player, pressed)) return player.send({ type: 'tracks.play', tracks, startIndex });
  // The track keeps playing; only the tracks around it change.
  player.send({ type: 'queue.replaced', tracks, index: startIndex });
  if (!isSounding(player.snapshot())) player.send({ type: 'play.requested' });
}

/** Whether this is the current track and, if both were played from the same list, also the same entry of the list. */
function isCurrent(player: PlayerController, { id, from }: Pick<PlayerTrack, 'id' | 'from'>): boolean {
  const current = currentOf(player.snapshot().context.queue);
  if (current?.id !== id) return false;
  return from?.list !== current.from?.list || isSameEntry(from, current.from);
}

function toastIfTracksLeftOut(count: number, all: number, press: 'played' | 'added'): void {
  if (count < all) import('./late-parts.ts').then((late) => late.toastTracksLeftOut(count, all, press), toastLoadError);
}

function toastLoadError(): void {
  toast({ kind: 'error', ...playerTexts.loadError });
}
