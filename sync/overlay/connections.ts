import type { BackendConfig } from '../environment.ts';
import type { BlockView, ConnectionView, PersonView } from '../view-types.ts';
import type { BlockRow } from '../model/tables/blocks.ts';
import type { ConnectionRow } from '../model/tables/connections.ts';
import { mediaAddress } from '../../supabase/functions/_shared/media/media-address.ts';
import { newestFirst } from './ordered-list.ts';

export function toConnection(config: BackendConfig, userId: string, row: ConnectionRow): ConnectionView {
  const isAsker = row.user_id === userId;
  return {
    partnerId: isAsker ? row.connection_id : row.user_id,
    partner: toPerson(config, isAsker ? row.connection_profile : row.user_profile),
    status: row.status,
    direction: isAsker ? 'sent' : 'received',
    isPending: false,
    updatedAt: row.updated_at,
  };
}

export function toBlock(config: BackendConfig, row: BlockRow): BlockView {
  return {
    personId: row.blocked_id,
    person: toPerson(config, row.blocked_profile),
    blockedAt: row.created_at,
    isPending: false,
  };
}

const newestChange = newestFirst<ConnectionView>(
  ({ updatedAt }) => updatedAt,
  ({ partnerId }) => partnerId,
);
export function connectionsInOrder(connections: Iterable<ConnectionView>): ConnectionView[] {
  return [...connections].sort(newestChange);
}

const newestBlock = newestFirst<BlockView>(
  ({ blockedAt }) => blockedAt,
  ({ personId }) => personId,
);
export function blocksInOrder(blocks: Iterable<BlockView>): BlockView[] {
  return [...blocks].sort(newestBlock);
}

function toPerson(config: BackendConfig, profile: ConnectionRow['user_profile']): PersonView | null {
  if (!profile) return null;
  const { id, artist_name: artistName, avatar_url: avatar } = profile;
  return { id, artistName, avatarSrc: avatar === null ? null : mediaAddress(config, 'avatars', avatar) };
}
