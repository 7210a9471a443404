import type { Live } from '../answers.ts';
import type { ConversationView, MessageView } from '../view-types.ts';
import type { Reading, Shown } from '../model/shown.ts';
import { readRow } from '../model/tables.ts';
import type { MessageRow } from '../model/tables/messages.ts';
import { createLive, type LiveValue } from './live.ts';
import { createRevisions, type RowChange } from './row-store.ts';

interface Thread {
  rows: Map<string, MessageRow>;
  /** What waits or was refused here, in the order it was written. */
  waiting: readonly MessageView[];
  /** Made when asked for; null after a change. */
  views: readonly MessageView[] | null;
  live: LiveValue<readonly MessageView[]> | null;
  door: Live<readonly MessageView[]> | null;
}

/**
 * All messages of one person in memory, by partner, under what waits (SY-1). A `MessageView` stays the same object until
 * something in it changes.
 */
export interface Conversations {
  /** Takes changes in. What is not newer than what was seen is dropped. */
  offer(changes: readonly RowChange[]): void;
  /** What waits in the outbox, refused messages included: their text must not be lost (S-28). */
  setWaiting(waiting: Pick<Shown, 'outgoing' | 'readings'>): void;
  list: Live<readonly ConversationView[]>;
  thread(partnerId: string): Live<readonly MessageView[]>;
  /** Empties what came from the replica. */
  reset(): void;
}

/** @param userId null for a guest, who has none */
export function createConversations(userId: string | null): Conversations {
  const revisions = createRevisions();
  const threads = new Map<string, Thread>();
  /** The partner of each message that is known, to find it when it goes. */
  const partners = new Map<string, string>();
  let readings: readonly Reading[] = [];
  let listed: readonly ConversationView[] | null = [];
  const list = createLive<readonly ConversationView[]>([]);

  const threadOf = (partnerId: string): Thread => {
    let thread = threads.get(partnerId);
    if (!thread) {
      thread = { rows: new Map(), waiting: [], views: null, live: null, door: null };
      threads.set(partnerId, thread);
    }
    return thread;
  };

  const isRead = (row: MessageRow) =>
    row.is_read ||
    (row.sender_id !== userId &&
      readings.some(
        ({ partnerId, to }) => (partnerId === null || partnerId === row.sender_id) && row.created_at <= to,
      ));

  const toView = (row: MessageRow): MessageView => ({
    id: row.id,
    senderId: row.sender_id,
    content: row.content,
    createdAt: row.created_at,
    isRead: isRead(row),
    state: 'sent',
    actionId: null,
    error: null,
  });

  const viewsOf = (thread: Thread): readonly MessageView[] => {
    if (thread.views) return thread.views;
    const before = new Map((thread.live?.get() ?? []).map((view) => [view.id, view]));
    const sorted = [...thread.rows.values()].sort((a, b) =>
      a.created_at === b.created_at ? (a.id < b.id ? -1 : 1) : a.created_at < b.created_at ? -1 : 1,
    );
    // The row of a message that still waits has arrived: the row counts (SY-13).
    const waiting = thread.waiting.filter((view) => !thread.rows.has(view.id));
    thread.views = [...sorted.map(toView), ...waiting].map((view) => {
      const old = before.get(view.id);
      return old && JSON.stringify(old) === JSON.stringify(view) ? old : view;
    });
    return thread.views;
  };

  const makeList = (): readonly ConversationView[] =>
    [...threads]
      .flatMap(([partnerId, thread]): ConversationView[] => {
        const views = viewsOf(thread);
        const last = views.at(-1);
        if (!last) return [];
        return [
          { partnerId, last, unread: views.filter((view) => view.senderId === partnerId && !view.isRead).length },
        ];
      })
      .sort((a, b) =>
        a.last.createdAt === b.last.createdAt
          ? a.partnerId < b.partnerId
            ? -1
            : 1
          : a.last.createdAt < b.last.createdAt
            ? 1
            : -1,
      );

  const currentList = () => {
    if (!listed) {
      listed = makeList();
      if (JSON.stringify(listed) !== JSON.stringify(list.get())) list.set(listed);
    }
    return list.get();
  };

  const refreshThread = (thread: Thread) => {
    if (!thread.live) return;
    const views = viewsOf(thread);
    const before = thread.live.get();
    if (before.length !== views.length || before.some((view, at) => view !== views[at])) thread.live.set(views);
  };

  const tell = (changed: Iterable<Thread>) => {
    for (const thread of changed) {
      thread.views = null;
      if (thread.live?.subscribed) refreshThread(thread);
    }
    listed = null;
    if (list.subscribed) currentList();
  };

  return {
    offer(changes) {
      const touched = new Set<Thread>();
      for (const change of changes) {
        if (!revisions.take(change)) continue;
        const { id, row } = change;
        const known = partners.get(id);
        if (!row) {
          if (known === undefined) continue;
          const thread = threadOf(known);
          thread.rows.delete(id);
          partners.delete(id);
          touched.add(thread);
          continue;
        }
        const message = readRow('messages', row);
        if (!message) continue;
        const partnerId = message.sender_id === userId ? message.receiver_id : message.sender_id;
        const thread = threadOf(partnerId);
        thread.rows.set(id, message);
        partners.set(id, partnerId);
        touched.add(thread);
      }
      if (touched.size > 0) tell(touched);
    },

    setWaiting({ outgoing, readings: reads }) {
      const touched = new Set<Thread>();
      for (const partnerId of new Set([...outgoing.keys(), ...threads.keys()])) {
        const waiting = outgoing.get(partnerId) ?? [];
        const thread = threadOf(partnerId);
        if (JSON.stringify(waiting) === JSON.stringify(thread.waiting)) continue;
        thread.waiting = waiting;
        touched.add(thread);
      }
      if (JSON.stringify(reads) !== JSON.stringify(readings)) {
        readings = reads;
        for (const thread of threads.values()) touched.add(thread);
      }
      if (touched.size > 0) tell(touched);
    },

    list: { get: currentList, subscribe: (onChange) => list.subscribe(onChange) },

    thread(partnerId) {
      const thread = threadOf(partnerId);
      if (thread.door) return thread.door;
      const live = createLive<readonly MessageView[]>([]);
      thread.live = live;
      thread.door = {
        get() {
          refreshThread(thread);
          return live.get();
        },
        subscribe: (onChange) => live.subscribe(onChange),
      };
      return thread.door;
    },

    reset() {
      revisions.reset();
      partners.clear();
      for (const thread of threads.values()) thread.rows.clear();
      tell(threads.values());
    },
  };
}
