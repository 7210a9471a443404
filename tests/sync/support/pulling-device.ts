import { adopt, mergeCursor } from '../../../sync/core/adopt.ts';
import {
  firstCursor,
  type AcknowledgedRecord,
  type Cursor,
  type EnginePorts,
  type Failure,
} from '../../../sync/core/ports.ts';
import { pullCycle } from '../../../sync/core/pull.ts';
import type { PullRequest, PullResponse } from '../../../sync/model/wire.ts';
import { queuedRecord } from './queued-record.ts';

export const row = (id: string) => ({ t: 'tracks', row: { id, rev: 1 } });
export const after = (id: string) => ({ xid: '7', id });
export const applied = (id: string) => ({ id, status: 'applied' as const, result: {} });
export const rejected = (id: string) => ({ id, status: 'rejected' as const, result: { code: 'no', message: 'No.' } });

/** A device that pulls these answers, and then empty pages. `log` lists what it stores and reports. */
export function openDevice(
  start: Cursor,
  answers: (Partial<PullResponse> | Failure)[] = [],
  change: Partial<EnginePorts> = {},
) {
  let cursor = start;
  const requests: PullRequest[] = [];
  const log: unknown[] = [];
  const nothing = () => undefined;
  const ports: EnginePorts = {
    tables: ['tracks', 'votes'],
    now: () => 42,
    random: () => 1,
    timer: () => nothing,
    pauseBetweenPages: () => Promise.resolve(void log.push('pauseBetweenPages')),
    session: { renew: () => Promise.resolve('renewed') },
    transport: {
      push: () => Promise.reject(new Error('nothing to push')),
      pull: (request) => {
        requests.push(request);
        const answer = answers.shift() ?? {};
        if ('kind' in answer) return Promise.resolve({ ok: false, failure: answer });
        const page = { epoch: 'one', floor: '9', rows: [], gone: [], acks: [], next: null, server_time: '' };
        return Promise.resolve({ ok: true, value: { ...page, ...answer } });
      },
    },
    replica: {
      isEmpty: () => Promise.resolve(false),
      has: () => true,
      read: () => Promise.resolve(new Map()),
      write: (generation, table, writes) => {
        log.push(['write', generation, table, writes.map(({ id, row }) => (row ? id : `${id} removed`))]);
        return Promise.resolve([]);
      },
    },
    outbox: {
      claim: () => Promise.resolve([]),
      release: () => Promise.resolve(),
      postpone: () => Promise.resolve(),
      failAlone: () => Promise.resolve(),
      settle: () => Promise.resolve([]),
      awaiting: (limit) => Promise.resolve({ ids: ['a1', 'a2', `${limit} at most`], answered: ['a1', 'a2'] }),
      nextAttemptAt: () => Promise.resolve(null),
      cursor: () => Promise.resolve(cursor),
      commit: (next, sent, acks, forgotten) => {
        if (next.generation !== cursor.generation) return Promise.resolve(null);
        cursor = mergeCursor(cursor, next, sent);
        log.push(['commit', acks.map(({ id }) => id), forgotten]);
        return Promise.resolve(
          acks.map((ack): AcknowledgedRecord => ({ ack, record: queuedRecord(1, 'play.record', play) })),
        );
      },
      adopt: (answer) => {
        const adopted = adopt(cursor, answer);
        cursor = adopted ?? cursor;
        return Promise.resolve(adopted !== null);
      },
      startRebuild: (from) => {
        cursor = { ...firstCursor, generation: from.generation + 1 };
        log.push(['rebuilding', cursor.generation]);
        return Promise.resolve(cursor);
      },
      changeStarts: (_generation, change) => {
        cursor = { ...cursor, conversationStarts: cursor.conversationStarts && change(cursor.conversationStarts) };
        return Promise.resolve(cursor.conversationStarts);
      },
      advanceCounts: (from, counts) => {
        if (cursor === from) cursor = { ...from, counts };
        return Promise.resolve();
      },
    },
    report: {
      busy: nothing,
      network: nothing,
      pulled: (at) => void log.push(['pulled', at]),
      acknowledged: (records) => void log.push(['reported', records.map(({ ack }) => ack.id)]),
      storage: nothing,
      updateRequired: nothing,
    },
    ...change,
  };
  return {
    ports,
    requests,
    log,
    cursor: () => cursor,
    set: (next: Cursor) => (cursor = next),
    pull: (interrupt = () => false) => pullCycle(ports, interrupt),
    positions: () => requests.map(({ epoch, since, after }) => ({ epoch, since, after })),
  };
}
const play = { track_id: 't', progress_ms: 30_000, is_manual: true };
export const filled: Cursor = {
  ...firstCursor,
  epoch: 'one',
  since: '5',
  filledFrom: '2',
  complete: true,
  conversationStarts: {},
};
export const midCycle: Cursor = { ...filled, after: after('m'), floor: '6' };
