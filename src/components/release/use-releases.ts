import { useEffect, useMemo } from 'react';
import type { OwnReleaseView, ReleasesApi, TrackView, UploadRecord } from '../../../sync/client.ts';
import { releasesOf } from '../../../sync/model/release-reads.ts';
import { constantLive, useLive, useScope } from '../../engine/live.ts';
import { createScopePart } from '../../engine/scope-part.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { releaseTexts } from './release-words.ts';

/** `own`: newest first. */
type OwnReleases =
  | { kind: 'loading' }
  | { kind: 'failed'; retry: () => void }
  | { kind: 'loaded'; api: ReleasesApi; own: readonly OwnReleaseView[] };

const usePart = createScopePart<ReleasesApi>({
  load: (scope) => scope.releases(),
  subject: 'release',
  refused: releaseTexts.refused,
});

const none = constantLive([]);

/** The person's releases on this device, with queued changes. */
export function useOwnReleases(): OwnReleases {
  const read = usePart();
  const own = useLive(read.kind === 'loaded' ? read.value.own : none);
  if (read.kind === 'failed') return read;
  return read.kind === 'reading' ? { kind: 'loading' } : { kind: 'loaded', api: read.value, own };
}

/** Ids of the releases of which this device is sending an upload. */
export function useReleasesBeingSent(): ReadonlySet<string> {
  const records = useLive(useScope().uploads.records);
  return useMemo(() => new Set(records?.filter(isBeingSent).flatMap(({ release }) => release?.id ?? [])), [records]);
}

const isBeingSent = ({ stage }: UploadRecord) => stage.kind === 'sending' || stage.kind === 'creating';

/** A person's tracks on this device, by id. */
export function useTracksOf(userId: string): ReadonlyMap<string, TrackView> {
  const scope = useScope();
  const tracks = useLive(useMemo(() => scope.tracksOf(userId), [scope, userId]));
  return useMemo(() => new Map(tracks.map((track) => [track.id, track])), [tracks]);
}

/** Requests tracks that may be missing on the device, once for each list of ids. */
export function useVisitedTracks(ids: readonly string[]): void {
  const scope = useScope();
  const key = ids.join(' ');
  useEffect(() => {
    if (key !== '') scope.visitTracks(key.split(' ')).catch(() => undefined);
  }, [scope, key]);
}

type PublishedRelease = ReturnType<typeof releasesOf>['answer']['_zod']['output'][number];

const noReleases: readonly PublishedRelease[] = [];

/** A person's published releases, newest first; none until the server has answered. */
export function usePublishedReleases(userId: string): readonly PublishedRelease[] {
  const read = useRemote(useMemo(() => releasesOf(userId), [userId]));
  const releases = read.kind === 'here' ? read.value : noReleases;
  useVisitedTracks(useMemo(() => releases.flatMap(({ track_ids: [first] }) => first ?? []), [releases]));
  return releases;
}
