import { useMemo } from 'react';
import type { OwnReleaseView, ReleasePlaceView, ReleasesApi } from '../../../sync/client.ts';
import { releaseKind } from '../../../sync/model/release-kind.ts';
import { publishedRelease } from '../../../sync/model/release-reads.ts';
import { useOwnReleases, useTracksOf, useVisitedTracks } from '../../components/release/use-releases.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { useRemote } from '../../engine/use-remote.ts';

/** A release as its page shows it. */
export type ShownRelease = Pick<
  OwnReleaseView,
  'id' | 'userId' | 'title' | 'artistName' | 'kind' | 'notes' | 'publishedAt' | 'places'
>;

/** `own`: null for the releases of others. `missing`: there is none that the person may see. */
type ReleaseByAddress =
  | { kind: 'found'; release: ShownRelease; own: { release: OwnReleaseView; api: ReleasesApi } | null }
  | { kind: 'loading' }
  | { kind: 'missing' }
  | { kind: 'offline' }
  | { kind: 'failed'; isAsking: boolean; retry: () => void };

/** Looks up a release among the person's own on the device, else on the server. */
export function useReleaseByAddress(releaseId: string): ReleaseByAddress {
  const { userId, isFilled } = useScope();
  const isWhole = useLive(isFilled);
  const releases = useOwnReleases();
  const own = releases.kind === 'loaded' && releases.own.find(({ id }) => id === releaseId);
  const read = useRemote(useMemo(() => publishedRelease(releaseId), [releaseId]));
  const value = read.kind === 'here' ? read.value : null;
  const tracks = useTracksOf(value?.user_id ?? '');
  useVisitedTracks(value?.track_ids ?? noIds);
  const published = useMemo((): ShownRelease | null => {
    if (!value) return null;
    const { id, user_id: ofUser, title, artist_name: artistName, notes, published_at: publishedAt } = value;
    const places = value.track_ids.map((trackId): ReleasePlaceView => ({
      id: trackId,
      track: tracks.get(trackId) ?? null,
      isAwaited: false,
    }));
    const kind = releaseKind(value.kind, places.length);
    return { id, userId: ofUser, title, artistName, kind, notes, publishedAt, places };
  }, [value, tracks]);
  if (own) return { kind: 'found', release: own, own: { release: own, api: releases.api } };
  // Its owner may have deleted it, and the server's cached answer may be older.
  if (published && published.userId !== userId) return { kind: 'found', release: published, own: null };
  if (releases.kind === 'loading' || read.kind === 'loading') return { kind: 'loading' };
  if (releases.kind === 'failed') {
    // The release may be the person's own: only the device knows an unpublished one.
    const retry = () => {
      releases.retry();
      read.retry();
    };
    return { kind: 'failed', isAsking: false, retry };
  }
  if (read.kind === 'here') return isWhole || userId === null ? { kind: 'missing' } : { kind: 'loading' };
  if (read.failure.kind === 'network') return { kind: 'offline' };
  return { kind: 'failed', isAsking: read.isAsking, retry: read.retry };
}

const noIds: readonly string[] = [];
