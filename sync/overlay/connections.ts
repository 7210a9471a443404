import type { BackendConfig } from '../environment.ts';
import type { ConnectionView, PersonView } from '../view-types.ts';
import type { OutboxRecord } from '../core/records.ts';
import { connectionAnswer, connectionRequest } from '../model/actions.ts';
import type { ConnectionRow } from '../model/rows.ts';
import { mediaAddress } from './media-address.ts';

/** The connections of this person under the requests and answers that wait, the newest change first (S-29, SY-1). */
export function overlayConnections(
  config: BackendConfig,
  userId: string,
  rows: readonly ConnectionRow[],
  waiting: readonly OutboxRecord[],
): ConnectionView[] {
  const views = new Map<string, ConnectionView>();
  for (const row of rows) {
    const isAsker = row.user_id === userId;
    const partnerId = isAsker ? row.connection_id : row.user_id;
    views.set(partnerId, {
      partnerId,
      partner: toPerson(config, isAsker ? row.connection_profile : row.user_profile),
      status: row.status,
      direction: isAsker ? 'sent' : 'received',
      isPending: false,
      updatedAt: row.updated_at,
    });
  }
  for (const record of waiting) {
    const updatedAt = new Date(record.created_at).toISOString();
    if (record.kind === 'connection.request') {
      const parsed = connectionRequest.safeParse(record.payload);
      if (!parsed.success) continue;
      const partnerId = parsed.data.partner_id;
      const known = views.get(partnerId);
      // Each asked the other: the server will say accepted. Anything else that is there stays as it is.
      if (!known) {
        views.set(partnerId, {
          partnerId,
          partner: null,
          status: 'pending',
          direction: 'sent',
          isPending: true,
          updatedAt,
        });
      } else if (known.status === 'pending' && known.direction === 'received') {
        views.set(partnerId, { ...known, status: 'accepted', isPending: true, updatedAt });
      }
    } else if (record.kind === 'connection.answer') {
      const parsed = connectionAnswer.safeParse(record.payload);
      const known = parsed.success ? views.get(parsed.data.partner_id) : undefined;
      if (!parsed.success || known?.status !== 'pending' || known.direction !== 'received') continue;
      views.set(known.partnerId, { ...known, status: parsed.data.status, isPending: true, updatedAt });
    }
  }
  return [...views.values()].sort((a, b) =>
    a.updatedAt === b.updatedAt ? (a.partnerId < b.partnerId ? -1 : 1) : a.updatedAt < b.updatedAt ? 1 : -1,
  );
}

function toPerson(config: BackendConfig, profile: ConnectionRow['user_profile']): PersonView | null {
  if (!profile) return null;
  const { id, artist_name: artistName, avatar_url: avatar } = profile;
  return { id, artistName, avatarSrc: avatar === null ? null : mediaAddress(config, 'avatars', avatar) };
}
