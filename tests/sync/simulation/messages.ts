import { messageKey } from '../../../sync/core/conversation-starts.ts';
import type { MessagePosition } from '../../../sync/model/position.ts';
import { writeRow, type ServerRow, type State } from './server-state.ts';

/** People who write to each user of the simulation. */
export const partners = ['cid', 'dee'] as const;

/** Small counterparts of `recent_messages` and `unread_messages` in `private.shelf_sizes` (SY-37). */
const RECENT = 4;
const UNREAD = 7;
const OLDER_PAGE = 3;

const EPOCH = Date.parse('2027-01-01T00:00:00.000Z');

const conversationOf = (user: string, partner: string) => `${user} ${partner}`;

export function isMessageOf(row: ServerRow, user: string, partner: string): boolean {
  return row.t === 'messages' && row.owner === user && row.data['partner_id'] === partner;
}

export function positionOf({ id, data }: Pick<ServerRow, 'id' | 'data'>): MessagePosition {
  return { created_at: String(data['created_at']), id };
}

const keyOf = (row: ServerRow) => messageKey(positionOf(row));

/** A user's messages with a partner in their order, by default without removed ones. */
export function conversation(state: State, user: string, partner: string, withRemoved = false): ServerRow[] {
  return [...state.rows.values()]
    .filter((row) => isMessageOf(row, user, partner) && (withRemoved || !row.isDeleted))
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** Inserts a message, later than all earlier ones, as the pair's lock ensures. @returns the row's key and rev */
export function insertMessage(
  state: State,
  xid: number,
  { id, user, partner, isOwn }: { id: string; user: string; partner: string; isOwn: boolean },
): [string, number] {
  state.messages += 1;
  const written = writeRow(state, xid, { t: 'messages', id, owner: user }, () => ({
    user_id: user,
    partner_id: partner,
    sender_id: isOwn ? user : partner,
    receiver_id: isOwn ? partner : user,
    content: id,
    is_read: isOwn,
    created_at: new Date(EPOCH + state.messages).toISOString(),
  }));
  state.recent.set(id, xid);
  shortenConversation(state, user, partner);
  return written;
}

/** Models the function `private.shorten_conversation`. */
function shortenConversation(state: State, user: string, partner: string): void {
  const recent = conversation(state, user, partner, true)
    .filter(({ id }) => state.recent.has(id))
    .reverse();
  const unreadAt = recent
    .slice(0, UNREAD)
    .findLastIndex(({ data, isDeleted }) => data['is_read'] === false && !isDeleted);
  const kept = Math.max(RECENT, unreadAt + 1);
  const start = recent[kept - 1];
  if (!start || recent.length <= kept) return;
  for (const { id } of recent.slice(kept)) state.recent.delete(id);
  state.starts.set(conversationOf(user, partner), positionOf(start));
}

export function startsOf(state: State, user: string): Record<string, MessagePosition> {
  return Object.fromEntries(
    partners.flatMap((partner) => {
      const start = state.starts.get(conversationOf(user, partner));
      return start ? [[partner, start]] : [];
    }),
  );
}

/** Models the procedure `older_messages`. */
export function olderMessages(state: State, user: string, partner: string, before: MessagePosition) {
  const older = conversation(state, user, partner).filter((row) => keyOf(row) < messageKey(before));
  const page = older.slice(-OLDER_PAGE).reverse();
  const last = page.at(-1);
  return { rows: page, next: last && older.length > page.length ? positionOf(last) : null };
}

/** The transactions at which pulls send the message to a replica that is being filled. The last change may have a lower id than the creation. */
export function reportedWhileFilling(state: State, row: ServerRow, filledFrom: number): number[] {
  const createdAt = state.recent.get(row.id);
  const isRecent = createdAt !== undefined && Math.min(createdAt, row.xid) < filledFrom && !row.isDeleted;
  return [...(isRecent ? [createdAt] : []), ...(row.xid >= filledFrom ? [row.xid] : [])];
}
