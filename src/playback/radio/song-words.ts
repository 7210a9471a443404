import { useEffect, useMemo } from 'react';
import type { TrackView } from '../../../sync/client.ts';
import { useLive, useScopeOrNull, useTrack } from '../../engine/live.ts';
import { trackWords } from '../../platform/track-words.ts';
import { blockedTexts } from '../../design/blocked-texts.ts';
import type { OnAir } from './station-watch.ts';
import type { RadioController } from './radio-controller.ts';
import type { RadioState } from './radio-state.ts';
import { isTrackOf } from './song-track.ts';
import type { Song } from './station.ts';
import { radioTexts } from './radio-texts.ts';

export function useOnAir(controller: RadioController): OnAir {
  return useLive(controller.onAir);
}

/** Title and second line. While the radio is on but does not play, its status replaces the second line, or both lines if it is blocked. */
export function songWords(state: RadioState, song: Song | null): { title: string; line: string } {
  if (state === 'blocked') return { title: blockedTexts.title, line: blockedTexts.text };
  const title = song?.title || radioTexts.name;
  if (state === 'connecting') return { title, line: radioTexts.connecting };
  if (state === 'reconnecting') return { title, line: radioTexts.reconnecting };
  if (state === 'paused') return { title, line: radioTexts.paused };
  return { title, line: song ? song.artist || trackWords.unknownArtist : radioTexts.onAir };
}

/** Other stations' ids are hashes, which the server would reject. */
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const none = { get: () => null, subscribe: () => () => undefined };
const notFilled = { get: () => false, subscribe: () => () => undefined };

/** Finds a song's track by its id, or by title and artist, because other stations do not send our ids (S-20). Null if none is found. */
export function useSongTrack(song: Song | null): TrackView | null {
  const scope = useScopeOrNull();
  const id = song?.id && UUID.test(song.id) ? song.id : null;
  const byId = useTrack(id);
  const isFilled = useLive(scope?.isFilled ?? notFilled);
  useEffect(() => {
    // The track may lie beyond the device (SY-36).
    if (scope && isFilled && id && !byId) scope.visitTracks([id]).catch(() => undefined);
  }, [scope, isFilled, id, byId]);
  const title = song && !byId ? song.title : '';
  const found = useLive(
    useMemo(() => (scope && title ? scope.explore({ search: title, genre: null }) : none), [scope, title]),
  );
  return byId ?? (song && found?.tracks.find((track) => isTrackOf(track, song))) ?? null;
}
