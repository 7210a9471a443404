import type { AcknowledgedAction, PlaylistsApi, PlaylistView, Scope } from '../../../../sync/client.ts';
import * as z from 'zod/mini';
import { constantLive, useLive, useScope } from '../../../engine/live.ts';
import { toast } from '../../../engine/toast.ts';
import { useRead } from '../../../platform/use-read.ts';
import { playlistTexts } from './playlist-texts.ts';

/** `all`: newest first. */
export type Playlists =
  | { kind: 'loading' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'loaded'; api: PlaylistsApi; all: readonly PlaylistView[] };

/** Scopes whose refused changes are reported. */
const reported = new WeakSet<Scope>();

function readApi(scope: Scope): Promise<PlaylistsApi> {
  // A change may be refused long after the page or sheet that made it has closed.
  if (!reported.has(scope)) scope.onAcknowledged(reportRefusal);
  reported.add(scope);
  return scope.playlists();
}

const refusal = z.object({ message: z.string() });

function reportRefusal({ kind, status, result }: AcknowledgedAction): void {
  if (status !== 'rejected' || !kind.startsWith('playlist.')) return;
  const { data } = refusal.safeParse(result);
  toast({ id: 'playlist', kind: 'error', title: playlistTexts.refused, ...(data ? { text: data.message } : {}) });
}

const none = constantLive([]);

/** The person's playlists on this device, with queued changes. */
export function usePlaylists(): Playlists {
  const read = useRead(readApi, useScope());
  const all = useLive(read.kind === 'loaded' ? read.value.all : none);
  if (read.kind === 'failed') return read;
  return read.kind === 'reading' ? { kind: 'loading' } : { kind: 'loaded', api: read.value, all };
}
