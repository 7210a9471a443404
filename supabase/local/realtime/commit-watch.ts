import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';

/** Longest pause between two polls, in milliseconds. */
const MAX_PAUSE = 50;

export interface CommitWatch {
  /** Waits until a transaction is visible. The replication stream may report it earlier: a commit is in the WAL before it is visible. */
  visible(xid: number): Promise<void>;
  close(): void;
}

/** Creates the watch. One snapshot query answers for all waiting transactions. */
export function watchCommits(sql: postgres.Sql): CommitWatch {
  let latest: Snapshot | null = null;
  let reading: Promise<Snapshot> | null = null;
  let isClosed = false;
  const check = (): Promise<Snapshot> => {
    reading ??= readSnapshot(sql).finally(() => (reading = null));
    return reading;
  };
  return {
    async visible(xid) {
      for (let pause = 1; !isClosed; pause = Math.min(MAX_PAUSE, pause * 2)) {
        if (latest && isVisible(xid, latest)) return;
        latest = await check();
        if (isVisible(xid, latest)) return;
        await sleep(pause);
      }
    },
    close() {
      isClosed = true;
    },
  };
}

/** As in `pg_current_snapshot()`. */
export interface Snapshot {
  readonly xmin: bigint;
  readonly xmax: bigint;
  readonly running: ReadonlySet<bigint>;
}

async function readSnapshot(sql: postgres.Sql): Promise<Snapshot> {
  const [row] = await sql<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`;
  return parseSnapshot(row?.snapshot ?? '');
}

export function parseSnapshot(text: string): Snapshot {
  const [xmin = '0', xmax = '0', list = ''] = text.split(':');
  const running = list === '' ? [] : list.split(',').map(BigInt);
  return { xmin: BigInt(xmin), xmax: BigInt(xmax), running: new Set(running) };
}

/** Whether a snapshot shows a transaction. The stream has an id's lower 32 bits. Live ids are never further apart than half of that range. */
export function isVisible(xid: number, { xmin, xmax, running }: Snapshot): boolean {
  const full = xmax + BigInt((xid - Number(xmax & 0xffff_ffffn)) | 0);
  return full < xmin || (full < xmax && !running.has(full));
}
