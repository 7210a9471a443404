import type { PlaylistsApi, PlaylistView, Scope } from '../../../../sync/client.ts';
import { constantLive, useLive, useScope } from '../../../engine/live.ts';
import { useRead } from '../../../platform/use-read.ts';

/** `all`: newest first. */
export type Playlists =
  | { kind: 'loading' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'loaded'; api: PlaylistsApi; all: readonly PlaylistView[] };

const readApi = (scope: Scope) => scope.playlists();
const none = constantLive(null);

/** The person's playlists on this device, with queued changes. */
export function usePlaylists(): Playlists {
  const read = useRead(readApi, useScope());
  const all = useLive(read.kind === 'loaded' ? read.value.all : none);
  if (read.kind === 'failed') return read;
  return read.kind === 'reading' || all === null ? { kind: 'loading' } : { kind: 'loaded', api: read.value, all };
}
