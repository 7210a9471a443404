import * as z from 'zod/mini';
import type { TestUser } from '../../../supabase/local/test-stack.ts';
import type { Position } from '../../../sync/model/position.ts';
import { type Visit, visitResponse, type VisitResponse } from '../../../sync/model/visit.ts';
import { termsOf } from '../../../sync/model/search-words.ts';
import type { BenchServer } from '../client/server.ts';
import { allWords } from './words.ts';

/** Number of measured searches for each word, after an unmeasured one. */
const ROUNDS = 8;
/** Number of measured calls for each of the two pages, after an unmeasured one. */
const PAGE_ROUNDS = 15;
const PAGES = 100;
/** A position before all tracks: its rating is higher than theirs. */
const beginning: Position = {
  average_vote_rating: 9,
  created_at: '2000-01-01T00:00:00Z',
  id: '00000000-0000-0000-0000-000000000000',
};

export interface Quantiles {
  readonly p50: number;
  readonly p95: number;
}

export interface ServerCaller {
  /** @returns the answer, and the ms until its last byte */
  visit(what: Visit): Promise<{ answer: VisitResponse; time: number }>;
}

const pulled = z.object({ epoch: z.string() });

export function openCaller({ config }: BenchServer, { token }: TestUser): ServerCaller {
  const call = async (procedure: string, p: object): Promise<unknown> => {
    const response = await fetch(`${config.supabaseUrl}/rest/v1/rpc/${procedure}`, {
      method: 'POST',
      headers: { apikey: config.publishableKey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ p }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${procedure}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
  const emptyPull = { v: 1, epoch: null, since: '0', after: null, tables: [], pending: [], marks: [], limit: 1 };
  const epoch = call('sync_pull', emptyPull).then((answer) => pulled.parse(answer).epoch);
  return {
    async visit(what) {
      const p = { v: 1, epoch: await epoch, what };
      const started = performance.now();
      const answer = await call('visit_rows', p);
      const time = performance.now() - started;
      return { answer: visitResponse.parse(answer), time };
    },
  };
}

/** Response times of searches on the server in ms, by the kind of words. */
export async function timeSearches({ visit }: ServerCaller): Promise<Map<string, Quantiles>> {
  const times = new Map<string, number[]>(allWords.map(({ kind }) => [kind, []]));
  // Round by round, so that other load on the machine affects all kinds.
  for (let round = -1; round < ROUNDS; round += 1)
    for (const { kind, searched } of allWords)
      for (const word of searched) {
        const { time } = await visit({ kind: 'search', terms: termsOf(word), genre: null });
        if (round >= 0) times.get(kind)?.push(time);
      }
  return new Map([...times].map(([kind, all]) => [kind, quantiles(all)]));
}

export interface PageTimes {
  readonly first: Quantiles;
  readonly hundredth: Quantiles;
}

/** Response times of Explore's first page and of its 100th, in ms. Null if Explore has fewer pages. */
export async function timePages({ visit }: ServerCaller): Promise<PageTimes | null> {
  let after = beginning;
  for (let page = 1; page < PAGES; page += 1) {
    const { answer } = await visit({ kind: 'explore', genre: null, after });
    if (!answer.next) return null;
    after = answer.next;
  }
  const [first, hundredth]: [number[], number[]] = [[], []];
  for (let round = -1; round < PAGE_ROUNDS; round += 1)
    for (const [times, from] of [
      [first, beginning],
      [hundredth, after],
    ] as const) {
      const { time } = await visit({ kind: 'explore', genre: null, after: from });
      if (round >= 0) times.push(time);
    }
  return { first: quantiles(first), hundredth: quantiles(hundredth) };
}

export function quantiles(times: readonly number[]): Quantiles {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95) };
}
