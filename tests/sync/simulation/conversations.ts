import { messageKey } from '../../../sync/core/conversation-starts.ts';
import { createConversations } from '../../../sync/overlay/conversations.ts';
import type { PersonStores } from './device.ts';
import { conversation, partners, positionOf } from './messages.ts';
import type { Server } from './server.ts';
import type { ServerRow } from './server-state.ts';

/** Whether the message lies before the part of its conversation that the device holds (SY-37). */
export function isBeforeStart({ cursor }: PersonStores, message: Pick<ServerRow, 'id' | 'data'>): boolean {
  const from = cursor.conversationStarts?.[String(message.data['partner_id'])]?.from;
  return from ? messageKey(positionOf(message)) < messageKey(from) : false;
}

/** Checks that the device holds each message of a conversation from its start on, except those that changed after the device's cursor (SY-37). */
export function checkNoHole(stores: PersonStores): void {
  const { server, world } = stores.device;
  const { complete, conversationStarts, since, generation } = stores.cursor;
  if (!complete || conversationStarts === null || server.history.restoreCount > 0) return;
  if (generation === stores.lostGeneration) return;
  for (const partner of partners)
    for (const row of conversation(server.state, stores.user, partner))
      if (row.xid < Number(since) && !isBeforeStart(stores, row) && !stores.rows().get(`messages/${row.id}`)?.row)
        world.violate(`${stores.name}: the conversation with ${partner} has a hole at ${row.id}`);
}

/** Describes the first conversation that does not show exactly the server's newest messages, or ends too early; null if there is none. */
export function wrongConversation(stores: PersonStores, server: Server): string | null {
  const { conversationStarts } = stores.cursor;
  if (conversationStarts === null) return 'it is unknown where conversations begin';
  const overlay = createConversations(stores.user);
  overlay.setStarts(conversationStarts);
  overlay.apply(
    [...stores.rows()].flatMap(([key, { row }]) => (row && key.startsWith('messages/') ? [{ id: row.id, row }] : [])),
  );
  for (const partner of partners) {
    while (overlay.showOlder(partner));
    const shown = overlay.thread(partner).get();
    const all = conversation(server.state, stores.user, partner).map(({ id }) => id);
    const newest = all.slice(all.length - shown.length);
    const isEnd = overlay.thread(partner).older.get() === 'none';
    if (JSON.stringify(shown.map(({ id }) => id)) !== JSON.stringify(newest))
      return `with ${partner} shows ${shown.map(({ id }) => id).join(' ')} of ${all.join(' ')}`;
    if (isEnd && shown.length < all.length) return `with ${partner} ends before its begin`;
  }
  return null;
}
