import type { Live } from '../answers.ts';
import type { Conversation, ConversationView, MessageView, OlderMessages } from '../view-types.ts';
import {
  isLaterStart,
  messageKey,
  type ConversationStart,
  type ConversationStarts,
} from '../core/conversation-starts.ts';
import type { ReadMark, Shown } from '../model/shown.ts';
import { readRow } from '../model/tables.ts';
import type { MessageRow } from '../model/tables/messages.ts';
import { createDerived, sameList } from './derived.ts';
import { createRevisions, type RowChange } from './row-store.ts';
import { indexFor, newestFirst, patchOrdered } from './ordered-list.ts';

/** Messages shown at first, and added by each step back. */
const PAGE = 20;

/** `key` orders messages by time, then by id. */
interface Entry {
  key: string;
  row: MessageRow;
  /** Null until the message is shown. */
  view: MessageView | null;
}

interface Thread {
  entries: Map<string, Entry>;
  ordered: readonly Entry[];
  /** Unread on the server. */
  unread: Map<string, MessageRow>;
  /** Queued and refused messages of this device, in the order they were written. */
  waiting: readonly MessageView[];
  /** Number of newest messages shown, besides queued ones. */
  limit: number;
  /** Where the messages on this device begin; null without a start: all are held, or the replica is being filled (SY-37). */
  start: ConversationStart | null;
  /** The pending request for messages before the start. A rebuild drops it. */
  pending: OlderRequest | null;
  /** Whether the last request has failed. */
  hasFailed: boolean;
  summary: ConversationView | null;
  conversation: Conversation | null;
}

/** One person's messages with queued actions applied (SY-1). A `MessageView` stays the same object until a field changes. */
export interface Conversations {
  /** Applies changes, except those that are not newer than the known row. */
  apply(changes: readonly RowChange[]): void;
  /** Sets the queued actions. Messages include refused ones, whose text must not be lost (S-28). */
  setWaiting(waiting: Pick<Shown, 'outgoing' | 'readMarks' | 'blocks'>): void;
  /** Excludes people whom this person blocked (S-47). */
  list: Live<readonly ConversationView[]>;
  thread(partnerId: string): Conversation;
  /** Shows older messages of the device. @returns false if the device has none */
  showOlder(partnerId: string): boolean;
  /** Begins a request of older messages; null if the server has none, or while a request is pending. */
  beginOlder(partnerId: string): OlderRequest | null;
  /** Sets where conversations begin on this device. Ignores a start that is older than the known one. */
  setStarts(starts: ConversationStarts): void;
  /** Ids of the messages before this conversation's start. */
  idsBeforeStart(partnerId: string): string[];
  /** Drops all rows, for a rebuilt replica; queued messages stay. */
  reset(): void;
}

/** A begun request of older messages. Call `ended` after `setStarts`. */
export interface OlderRequest {
  ended(isStored: boolean): void;
}

export function createConversations(userId: string | null): Conversations {
  const derived = createDerived();
  const revisions = createRevisions();
  const threads = new Map<string, Thread>();
  /** A removal names only the message, so partner ids are found by message id. */
  const partners = new Map<string, string>();
  let readMarks: readonly ReadMark[] = [];
  let blocked: Pick<Shown['blocks'], 'has'> = new Set<string>();

  const threadOf = (partnerId: string): Thread => {
    let thread = threads.get(partnerId);
    if (!thread) {
      thread = {
        entries: new Map(),
        ordered: [],
        unread: new Map(),
        waiting: [],
        limit: PAGE,
        start: null,
        pending: null,
        hasFailed: false,
        summary: null,
        conversation: null,
      };
      threads.set(partnerId, thread);
    }
    return thread;
  };

  const isRead = (row: MessageRow) =>
    row.is_read ||
    (row.sender_id !== userId &&
      readMarks.some(
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

  const viewOf = (entry: Entry): MessageView => {
    if (!entry.view || entry.view.isRead !== isRead(entry.row)) entry.view = toView(entry.row);
    return entry.view;
  };

  /** If the row of a queued message has arrived, the row is shown (SY-13). */
  const waitingOf = ({ waiting, entries }: Thread) => waiting.filter((view) => !entries.has(view.id));

  /** Index of the first held message: an earlier one lies beyond messages that the device lacks. */
  const startOf = ({ ordered, start }: Thread) => (start?.from ? indexFor(ordered, messageKey(start.from)) : 0);

  const summaryOf = (partnerId: string, thread: Thread): ConversationView | null => {
    const newest = thread.ordered.at(-1);
    const last = waitingOf(thread).at(-1) ?? (newest && viewOf(newest));
    if (!last) return null;
    const unread = [...thread.unread.values()].filter((row) => !isRead(row)).length;
    const before = thread.summary;
    if (before?.last !== last || before.unread !== unread) thread.summary = { partnerId, last, unread };
    return thread.summary;
  };

  const noMessages: readonly MessageView[] = [];
  const shown = derived.family(noMessages, (partnerId: string, before) => {
    const thread = threadOf(partnerId);
    const held = thread.ordered.slice(startOf(thread));
    return sameList(before, [...held.slice(-thread.limit).map(viewOf), ...waitingOf(thread)]);
  });
  const hasOlderHere = (thread: Thread) => thread.ordered.length - startOf(thread) > thread.limit;
  const older = derived.family<string, OlderMessages>('none', (partnerId) => {
    const thread = threadOf(partnerId);
    if (hasOlderHere(thread)) return 'here';
    if (!thread.start?.from) return 'none';
    if (thread.pending) return 'loading';
    return thread.hasFailed ? 'failed' : 'more';
  });
  const noConversations: readonly ConversationView[] = [];
  const list = derived.single(noConversations, (before) =>
    sameList(
      before,
      [...threads]
        .flatMap(([partnerId, thread]) => (blocked.has(partnerId) ? [] : (summaryOf(partnerId, thread) ?? [])))
        .sort(newestMessageFirst),
    ),
  );

  const settle = (thread: Thread, old: ReadonlyMap<string, Entry | undefined>) => {
    const removed = [...old.values()].flatMap((entry) => entry ?? []);
    const added = [...old.keys()].flatMap((id) => thread.entries.get(id) ?? []);
    const end = thread.ordered.at(-1)?.key ?? '';
    // A reader who has gone back stays in place while newer messages arrive.
    if (thread.limit > PAGE) thread.limit += added.filter(({ key }) => key > end).length;
    thread.ordered = patchOrdered(thread.ordered, removed, added);
  };

  return {
    apply(changes) {
      const touched = new Map<Thread, Map<string, Entry | undefined>>();
      const rememberEntry = (thread: Thread, id: string) => {
        const old = touched.get(thread) ?? new Map<string, Entry | undefined>();
        if (!old.has(id)) old.set(id, thread.entries.get(id));
        touched.set(thread, old);
      };
      for (const change of changes) {
        if (!revisions.record(change)) continue;
        const { id, row } = change;
        const formerPartner = partners.get(id);
        if (!row) {
          if (formerPartner === undefined) continue;
          const thread = threadOf(formerPartner);
          rememberEntry(thread, id);
          thread.entries.delete(id);
          thread.unread.delete(id);
          partners.delete(id);
          continue;
        }
        const message = readRow('messages', row);
        if (!message) continue;
        const partnerId = message.sender_id === userId ? message.receiver_id : message.sender_id;
        const thread = threadOf(partnerId);
        rememberEntry(thread, id);
        thread.entries.set(id, toEntry(message, thread.entries.get(id) ?? null));
        if (message.is_read || message.sender_id === userId) thread.unread.delete(id);
        else thread.unread.set(id, message);
        partners.set(id, partnerId);
      }
      for (const [thread, old] of touched) settle(thread, old);
      derived.changed();
    },

    setWaiting({ outgoing, readMarks: marks, blocks }) {
      readMarks = marks;
      blocked = blocks;
      for (const partnerId of new Set([...outgoing.keys(), ...threads.keys()])) {
        const thread = threadOf(partnerId);
        const before = new Map(thread.waiting.map((view) => [view.id, view]));
        thread.waiting = (outgoing.get(partnerId) ?? []).map((view) => {
          const old = before.get(view.id);
          return old && JSON.stringify(old) === JSON.stringify(view) ? old : view;
        });
      }
      derived.changed();
    },

    list,

    thread(partnerId) {
      const thread = threadOf(partnerId);
      thread.conversation ??= {
        ...shown(partnerId),
        older: older(partnerId),
      };
      return thread.conversation;
    },

    showOlder(partnerId) {
      const thread = threadOf(partnerId);
      if (!hasOlderHere(thread)) return false;
      thread.limit += PAGE;
      derived.changed();
      return true;
    },

    beginOlder(partnerId) {
      const thread = threadOf(partnerId);
      if (!thread.start?.from || thread.pending) return null;
      const request: OlderRequest = {
        ended(isStored) {
          if (thread.pending !== request) return;
          thread.pending = null;
          thread.hasFailed = !isStored;
          if (isStored) thread.limit += PAGE;
          derived.changed();
        },
      };
      thread.pending = request;
      derived.changed();
      return request;
    },

    setStarts(starts) {
      let isChanged = false;
      for (const [partnerId, start] of Object.entries(starts)) {
        const thread = threadOf(partnerId);
        if (!isLaterStart(start, thread.start ?? undefined)) continue;
        thread.start = start;
        isChanged = true;
      }
      if (isChanged) derived.changed();
    },

    idsBeforeStart(partnerId) {
      const thread = threadOf(partnerId);
      return thread.ordered.slice(0, startOf(thread)).map(({ row }) => row.id);
    },

    reset() {
      revisions.reset();
      partners.clear();
      for (const thread of threads.values()) {
        thread.entries.clear();
        thread.unread.clear();
        thread.ordered = [];
        thread.start = null;
        thread.pending = null;
        thread.hasFailed = false;
      }
      derived.changed();
    },
  };
}

/** Only `content` and `isRead` of a message change; `viewOf` checks `isRead`. */
function toEntry(row: MessageRow, old: Entry | null): Entry {
  return { key: messageKey(row), row, view: old?.row.content === row.content ? old.view : null };
}

const newestMessageFirst = newestFirst<ConversationView>(
  ({ last }) => last.createdAt,
  ({ partnerId }) => partnerId,
);
