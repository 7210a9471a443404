import { useMemo } from 'react';
import type { PersonState } from '../../sync/client.ts';
import { connectedProfile } from '../../sync/model/remote-reads.ts';
import { constant, useLive, useLivePart, useScope } from './live.ts';
import { useRemote } from './use-remote.ts';

/** The other person of a connection or conversation, whatever their profile's privacy. */
export interface Partner {
  /** Null without a name, for a deleted account, and while loading. */
  name: string | null;
  avatarSrc: string | null;
  /** Still unknown; the replica or the server will answer. */
  isLoading: boolean;
}

const nobody = constant<PersonState>({ kind: 'missing' });

/**
 * Name and avatar come with the connection; without a connection, from the profile. For a profile hidden from this
 * person, the server returns only the name.
 */
export function usePartner(id: string): Partner {
  const scope = useScope();
  const connection = useLivePart(scope.connections, (all) => all.find(({ partnerId }) => partnerId === id) ?? null);
  const known = connection?.partner ?? null;
  // A connection without a partner: the account was deleted, or a pending request hides the profile until it is answered.
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
