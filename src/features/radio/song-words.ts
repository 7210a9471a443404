import { useMemo, useSyncExternalStore } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useLive, useSyncOrNull, useTrack } from '../../lib/live.ts';
import { texts } from '../../lib/texts.ts';
import type { OnAir } from './now-playing.ts';
import type { RadioEngine, RadioState } from './radio-engine.ts';
import { isTrackOf } from './song-track.ts';
import type { Song } from './station.ts';

export function useOnAir(engine: RadioEngine): OnAir {
  return useSyncExternalStore(engine.onAir.subscribe, engine.onAir.get);
}

/** The two lines beside the picture: the song, or what the radio does instead of sounding. */
export function songWords(state: RadioState, song: Song | null): { title: string; line: string } {
  if (state === 'blocked') return { title: texts.player.tapToContinue, line: texts.player.blocked };
  const title = song?.title || texts.radio.name;
  if (state === 'connecting') return { title, line: texts.radio.connecting };
  if (state === 'reconnecting') return { title, line: texts.radio.reconnecting };
  if (state === 'paused') return { title, line: texts.radio.paused };
  return { title, line: song ? song.artist || texts.player.unknownArtist : texts.radio.onAir };
}

/** Ids of other stations are hashes, which the server would refuse to look for. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const none = { get: () => null, subscribe: () => () => undefined };

/** The track that a song is, if this device knows it: by the id of our own station, else by title and artist (S-20). */
export function useSongTrack(song: Song | null): TrackView | null {
  const sync = useSyncOrNull();
  const byId = useTrack(song?.id && UUID.test(song.id) ? song.id : null);
  const title = song && !byId ? song.title : '';
  const found = useLive(
    useMemo(() => (sync && title ? sync.explore({ search: title, genre: null }) : none), [sync, title]),
  );
  return byId ?? (song && found?.tracks.find((track) => isTrackOf(track, song))) ?? null;
}
