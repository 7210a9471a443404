import { useMemo } from 'react';
import type { PersonState } from '../../sync/client.ts';
import { connectedProfile } from '../../sync/model/remote-reads.ts';
import { constant, useLive, useLivePart, useScope } from './live.ts';
import { useRemote } from './use-remote.ts';

/** The other person of a connection or conversation, whatever their profile's privacy. */
export interface Partner {
  /** Null if there is no name to show, while loading, and after a failed read. */
  name: string | null;
  avatarSrc: string | null;
  /** Still unknown; the replica or the server will answer. */
  isLoading: boolean;
}

const noPerson = constant<PersonState>({ kind: 'missing' });

/**
 * Name and avatar come with the connection. Without one, and while a new request is queued, they come from the profile.
 * For a profile hidden from this person, the server returns only the name.
 */
export function usePartner(id: string): Partner {
  const scope = useScope();
  const connection = useLivePart(scope.connections, (all) => all.find(({ partnerId }) => partnerId === id) ?? null);
  const partner = connection?.partner ?? null;
  // A connection without a partner: the account was deleted, or the profile is hidden from this person until they are connected.
  const hasNoPartner = connection !== null && partner === null && !connection.isPending;
  const isSettled = partner !== null || hasNoPartner;
  const person = useLive(useMemo(() => (isSettled ? noPerson : scope.person(id)), [scope, id, isSettled]));
  const isHidden = !isSettled && person.kind === 'private';
  const remoteProfile = useRemote(useMemo(() => (isHidden ? connectedProfile(id) : null), [isHidden, id]));
  if (partner) return { name: partner.artistName, avatarSrc: partner.avatarSrc, isLoading: false };
  if (person.kind === 'public' && !hasNoPartner)
    return { name: person.person.artist_name, avatarSrc: person.person.avatarSrc, isLoading: false };
  const name = isHidden && remoteProfile.kind === 'here' ? (remoteProfile.value[0]?.artist_name ?? null) : null;
  const isLoading = isHidden ? remoteProfile.kind === 'loading' : person.kind === 'unknown' && person.failure === null;
  return { name, avatarSrc: null, isLoading };
}
