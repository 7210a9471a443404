import type { PlaylistsApi, PlaylistView } from '../../../../sync/client.ts';
import { constantLive, useLive } from '../../../engine/live.ts';
import { createScopePart } from '../../../engine/scope-part.ts';
import { playlistTexts } from './playlist-texts.ts';

/** `all`: newest first. */
export type Playlists =
  | { kind: 'loading' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'loaded'; api: PlaylistsApi; all: readonly PlaylistView[] };

const usePart = createScopePart<PlaylistsApi>({
  load: (scope) => scope.playlists(),
  subject: 'playlist',
  refused: playlistTexts.refused,
});

const none = constantLive([]);

/** The person's playlists on this device, with queued changes. */
export function usePlaylists(): Playlists {
  const read = usePart();
  const all = useLive(read.kind === 'loaded' ? read.value.all : none);
  if (read.kind === 'failed') return read;
  return read.kind === 'reading' ? { kind: 'loading' } : { kind: 'loaded', api: read.value, all };
}
