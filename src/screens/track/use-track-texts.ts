import { useMemo, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { PendingAction, Scope } from '../../../sync/client.ts';
import { textsOfTrack } from '../../../sync/model/release-reads.ts';
import { createLive, type LiveValue } from '../../../sync/model/live.ts';
import { useLive, useScope } from '../../engine/live.ts';
import { useRemote } from '../../engine/use-remote.ts';

export interface Texts {
  description: string;
  lyrics: string;
}

const change = z.object({ description: z.optional(z.string()), lyrics: z.optional(z.string()) });

/** The texts that a queued change sets. */
function textsOf(payload: Record<string, unknown>): Partial<Texts> {
  const { description, lyrics } = change.safeParse(payload).data ?? {};
  return { ...(description !== undefined && { description }), ...(lyrics !== undefined && { lyrics }) };
}

/** Changes that the server has taken, with their time in ms since the epoch: a cached read may be older. */
type Sent = ReadonlyMap<string, { texts: Partial<Texts>; at: number }>;
const sentBy = new WeakMap<Scope, LiveValue<Sent>>();

function sentOf(scope: Scope): LiveValue<Sent> {
  const known = sentBy.get(scope);
  if (known) return known;
  const sent = createLive<Sent>(new Map());
  sentBy.set(scope, sent);
  scope.onAcknowledged(({ kind, status, payload }) => {
    if (kind !== 'track.texts' || status === 'rejected') return;
    const trackId = String(payload['track_id']);
    const taken = { ...sent.get().get(trackId)?.texts, ...textsOf(payload) };
    sent.set(new Map(sent.get()).set(trackId, { texts: taken, at: Date.now() }));
  });
  return sent;
}

export interface TrackTexts {
  /** With queued changes; null while unknown. */
  shown: Texts | null;
  /** With refused changes too, so that the person can correct them. */
  written: Texts | null;
  /** The release that the track belongs to. */
  release: { id: string; title: string } | null;
  /** Queued changes that the server has refused. */
  refused: readonly PendingAction[];
  isPending: boolean;
  /** Null unless the texts are unknown. `isOffline`: they are unknown because there is no network. */
  failure: { isOffline: boolean; isAsking: boolean; retry: () => void } | null;
}

/** What the artist has written about a track: the server's answer with the person's own changes over it. */
export function useTrackTexts(trackId: string): TrackTexts {
  const scope = useScope();
  const pending = useLive(scope.pending);
  const changes = useMemo(
    () => pending.filter(({ kind, payload }) => kind === 'track.texts' && payload['track_id'] === trackId),
    [pending, trackId],
  );
  const creation = useMemo(
    () => pending.find(({ kind, payload }) => kind === 'track.create' && payload['track_id'] === trackId),
    [pending, trackId],
  );
  const sentLive = sentOf(scope);
  const sent = useSyncExternalStore(sentLive.subscribe, () => sentLive.get().get(trackId));
  // Refetched when the number of waiting changes has changed, for example after one was sent.
  const read = useRemote(
    useMemo(() => textsOfTrack(trackId), [trackId]),
    changes.length + (creation ? 1 : 0),
  );
  const value = read.kind === 'here' ? read.value : null;
  const answered = useMemo((): Texts | null => {
    if (creation) return { description: '', lyrics: '', ...textsOf(creation.payload) };
    if (!value) return null;
    const { description, lyrics } = value;
    const isOlder = sent !== undefined && read.kind === 'here' && read.at <= sent.at;
    return isOlder ? { description, lyrics, ...sent.texts } : { description, lyrics };
  }, [creation, value, sent, read]);
  const over = (actions: readonly PendingAction[]) =>
    answered && actions.reduce((texts, { payload }) => ({ ...texts, ...textsOf(payload) }), answered);
  const refused = changes.filter(({ state }) => state.kind === 'dead');
  const waiting = changes.filter(({ state }) => state.kind !== 'dead');
  return {
    shown: over(waiting),
    written: over(changes),
    release: value?.release ?? null,
    refused,
    isPending: waiting.length > 0,
    failure:
      read.kind === 'failed' && answered === null
        ? { isOffline: read.failure.kind === 'network', isAsking: read.isAsking, retry: read.retry }
        : null,
  };
}
