import { useMemo } from 'react';
import type { PersonState } from '../../sync/client.ts';
import { connectedProfile } from '../../sync/model/remote-reads.ts';
import { constantLive, useLive, useLivePart, useScope } from './live.ts';
import { useRemote } from './use-remote.ts';

export interface Partner {
  name: string | null;
  avatarSrc: string | null;
  isLoading: boolean;
}

const noPerson = constantLive<PersonState>({ kind: 'missing' });

/**
 * Name and avatar of another person: from the connection, else from the profile. Connected people may see the name in a private profile,
 * which only the server has.
 */
export function usePartner(id: string): Partner {
  const scope = useScope();
  const connection = useLivePart(scope.connections, (all) => all.find(({ partnerId }) => partnerId === id) ?? null);
  const partner = connection?.partner ?? null;
  // The account was deleted, or the profile is hidden from this person.
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
