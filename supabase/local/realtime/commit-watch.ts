import { setTimeout as sleep } from 'node:timers/promises';
import type postgres from 'postgres';

/** Longest pause between two looks, in milliseconds. */
const MAX_PAUSE = 50;

export interface CommitWatch {
  /**
   * Resolves when everybody can see what the transaction wrote. The stream of changes may be ahead of that: a commit is
   * written down first and shown to others afterwards.
   */
  visible(xid: number): Promise<void>;
  close(): void;
}

/** One look at the database answers for all transactions that it shows. */
export function watchCommits(sql: postgres.Sql): CommitWatch {
  let known: Snapshot | null = null;
  let looking: Promise<Snapshot> | null = null;
  let isClosed = false;
  const look = (): Promise<Snapshot> => {
    looking ??= readSnapshot(sql).finally(() => (looking = null));
    return looking;
  };
  return {
    async visible(xid) {
      for (let pause = 1; !isClosed; pause = Math.min(MAX_PAUSE, pause * 2)) {
        if (known && isVisible(xid, known)) return;
        known = await look();
        if (isVisible(xid, known)) return;
        await sleep(pause);
      }
    },
    close() {
      isClosed = true;
    },
  };
}

/** What `pg_current_snapshot()` tells: which transactions are over. */
export interface Snapshot {
  /** All before it are over. */
  readonly xmin: bigint;
  /** It and all after it are not. */
  readonly xmax: bigint;
  /** Those in between that are not. */
  readonly running: ReadonlySet<bigint>;
}

async function readSnapshot(sql: postgres.Sql): Promise<Snapshot> {
  const [row] = await sql<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`;
  return parseSnapshot(row?.snapshot ?? '');
}

/** Reads e.g. '10:20:12,15'. */
export function parseSnapshot(text: string): Snapshot {
  const [xmin = '0', xmax = '0', list = ''] = text.split(':');
  const running = list === '' ? [] : list.split(',').map(BigInt);
  return { xmin: BigInt(xmin), xmax: BigInt(xmax), running: new Set(running) };
}

/**
 * As `pg_visible_in_snapshot` of Postgres, for the number of a transaction as the stream has it: its lower 32 bits. Those
 * alive are never further apart than half of that.
 */
export function isVisible(xid: number, { xmin, xmax, running }: Snapshot): boolean {
  const full = xmax + BigInt((xid - Number(xmax & 0xffff_ffffn)) | 0);
  return full < xmin || (full < xmax && !running.has(full));
}
