import { useMemo } from 'react';
import type { PersonState } from '../../sync/client.ts';
import { connectedProfile } from '../../sync/model/remote-reads.ts';
import { constant, useLive, useLivePart, useScope } from './live.ts';
import { useRemote } from './use-remote.ts';

/** Somebody whom this person has to do with, whatever the privacy of their profile is. */
export interface Partner {
  /** Null without one, for an account that is gone, and while it is not known. */
  name: string | null;
  avatarSrc: string | null;
  /** Nothing is known yet; the device or the server will say. */
  isLoading: boolean;
}

const nobody = constant<PersonState>({ kind: 'missing' });

/**
 * The other one of a connection or a conversation. What came with the connection counts; for somebody without one their profile,
 * and of a profile that is hidden from this person the server tells the name alone.
 */
export function usePartner(id: string): Partner {
  const scope = useScope();
  const connection = useLivePart(scope.connections, (all) => all.find(({ partnerId }) => partnerId === id) ?? null);
  const known = connection?.partner ?? null;
  // Whoever is connected and not there has left, or was asked and shows nothing of themselves before they answer.
  const isGone = connection !== null && known === null && !connection.isPending;
  const isSettled = known !== null || isGone;
  const person = useLive(useMemo(() => (isSettled ? nobody : scope.person(id)), [scope, id, isSettled]));
  const isHidden = !isSettled && person.kind === 'private';
  const asked = useRemote(useMemo(() => (isHidden ? connectedProfile(id) : null), [isHidden, id]));
  if (known) return { name: known.artistName, avatarSrc: known.avatarSrc, isLoading: false };
  if (person.kind === 'public' && !isGone)
    return { name: person.person.artist_name, avatarSrc: person.person.avatarSrc, isLoading: false };
  const name = isHidden && asked.kind === 'here' ? (asked.value[0]?.artist_name ?? null) : null;
  const isLoading = isHidden ? asked.kind === 'loading' : person.kind === 'unknown' && person.failure === null;
  return { name, avatarSrc: null, isLoading };
}
