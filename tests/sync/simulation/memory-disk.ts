import type { Cursor, firstCursor, OutboxPort, Row, RowWrite, StoredRow } from '../../../sync/core/ports.ts';
import type { adopt, mergeCursor } from '../../../sync/core/adopt.ts';
import type * as queueModule from '../../../sync/core/queue.ts';
import type { OutboxRecord } from '../../../sync/core/records.ts';
import type { Acknowledgement } from '../../../sync/model/wire.ts';

export interface StoredEntry {
  rev: number;
  row: Row | null;
  version: number;
}

export const calls = [
  'adopt',
  'advanceCounts',
  'awaiting',
  'pauseBetweenPages',
  'changeStarts',
  'claim',
  'commit',
  'cursor',
  'failAlone',
  'isEmpty',
  'nextAttemptAt',
  'postpone',
  'pull',
  'push',
  'read',
  'release',
  'renew',
  'settle',
  'startRebuild',
  'visit',
  'write',
] as const;
export type Call = (typeof calls)[number];

/** Runs the work later, atomically or not at all. */
export type Effect = <T>(call: Call, work: () => T) => Promise<T>;

/** The parts of the core that decide what is stored. */
export interface QueueRules {
  queue: typeof queueModule;
  firstCursor: typeof firstCursor;
  adopt: typeof adopt;
  mergeCursor: typeof mergeCursor;
}

/** In-memory stores that follow the core's rules. `tests/sync/stores.test.ts` compares them with Dexie and RxDB. */
export class MemoryDisk {
  records: OutboxRecord[] = [];
  cursor: Cursor;
  replicas = new Map<number, Map<string, StoredEntry>>();
  private seq = 0;
  private version = 0;

  constructor(protected readonly rules: QueueRules) {
    this.cursor = rules.firstCursor;
  }

  rows(): Map<string, StoredEntry> {
    return this.replicas.get(this.cursor.generation) ?? new Map<string, StoredEntry>();
  }

  nextSeq(): number {
    return this.seq + 1;
  }

  apply<T>(edit: queueModule.QueueEdit<T>): T {
    const removed = new Set(edit.remove.map((record) => record.seq));
    const put = new Map(edit.put.map((record) => [record.seq, record]));
    if (removed.size > 0) this.records = this.records.filter((record) => !removed.has(record.seq));
    if (put.size > 0) this.records = this.records.map((record) => put.get(record.seq) ?? record);
    for (const added of edit.add) this.records = [...this.records, { ...added, seq: ++this.seq }];
    return edit.result;
  }

  isEmpty(generation: number): boolean {
    return (this.replicas.get(generation)?.size ?? 0) === 0;
  }

  read(generation: number, table: string, ids: readonly string[]): Map<string, StoredRow> {
    const found = new Map<string, StoredRow>();
    for (const id of ids) {
      const held = this.replicas.get(generation)?.get(`${table}/${id}`);
      if (held) found.set(id, { rev: held.rev, row: held.row, token: held.version });
    }
    return found;
  }

  /** Compare-and-swap. @returns whether the row was written; it is not if another writer came first */
  write(generation: number, table: string, { id, rev, row, previous }: RowWrite): boolean {
    const replica = this.replicas.get(generation) ?? new Map<string, StoredEntry>();
    this.replicas.set(generation, replica);
    const key = `${table}/${id}`;
    if ((replica.get(key)?.version ?? null) !== (previous?.token ?? null)) return false;
    replica.set(key, { rev, row, version: ++this.version });
    return true;
  }

  outbox(
    effect: Effect,
    upcast: (record: OutboxRecord) => { v: number; payload: Record<string, unknown> },
  ): OutboxPort {
    const { queue, firstCursor, adopt, mergeCursor } = this.rules;
    const edit = <T>(call: Call, change: (records: OutboxRecord[]) => queueModule.QueueEdit<T>) =>
      effect(call, () => this.apply(change(this.records)));
    return {
      claim: (now, limit, endsBusyDelays) =>
        edit('claim', (records) => queue.claim(records, now, limit, upcast, endsBusyDelays)),
      release: (ids) => edit('release', (records) => queue.release(records, ids)),
      postpone: (ids, nextAt, details) => edit('postpone', (records) => queue.postpone(records, ids, nextAt, details)),
      failAlone: (id, nextAt, error) => edit('failAlone', (records) => queue.failAlone(records, id, nextAt, error)),
      settle: (results) =>
        effect('settle', () => {
          const before = this.records;
          const refused = this.apply(queue.settle(before, results));
          this.onStored(before, results);
          return refused;
        }),
      awaiting: (limit) => effect('awaiting', () => queue.awaiting(this.records, limit)),
      nextAttemptAt: (now) => effect('nextAttemptAt', () => queue.nextAttemptAt(this.records, now)),
      cursor: () => effect('cursor', () => this.cursor),
      commit: (cursor, sent, acks, forgotten) =>
        effect('commit', () => {
          const stored = this.cursor;
          if (stored.generation !== cursor.generation) return null;
          this.cursor = mergeCursor(stored, cursor, sent);
          const before = this.records;
          const changed = this.apply(queue.acknowledge(before, acks, forgotten));
          this.onStored(before, acks, cursor.marks);
          return changed;
        }),
      adopt: (answer) =>
        effect('adopt', () => {
          const adopted = adopt(this.cursor, answer);
          if (adopted) this.cursor = adopted;
          return adopted !== null;
        }),
      startRebuild: (from) =>
        effect('startRebuild', () => {
          if (this.cursor.generation !== from.generation) return this.cursor;
          this.cursor = { ...firstCursor, generation: from.generation + 1 };
          return this.cursor;
        }),
      changeStarts: (generation, change) =>
        effect('changeStarts', () => {
          const { conversationStarts } = this.cursor;
          if (this.cursor.generation !== generation || conversationStarts === null) return null;
          this.cursor = { ...this.cursor, conversationStarts: change(conversationStarts) };
          return this.cursor.conversationStarts;
        }),
      advanceCounts: (from, counts) =>
        effect('advanceCounts', () => {
          if (JSON.stringify(this.cursor) === JSON.stringify(from)) this.cursor = { ...this.cursor, counts };
        }),
    };
  }

  /** Called after results of a push, or a page's acknowledgements, were stored. */
  protected onStored(
    before: readonly OutboxRecord[],
    acks: readonly Acknowledgement[],
    marks: readonly string[] = [],
  ): void {
    void before;
    void acks;
    void marks;
  }
}
