import { describe, expect, it } from 'vitest';
import type { PullRequest } from '../model/wire.ts';
import { firstCursor, type Cursor, type EnginePorts } from './ports.ts';
import { pullCycle, rebuildIfLost } from './pull.ts';

function setup(start: Cursor, isEmpty: boolean) {
  let cursor = start;
  const asked: PullRequest[] = [];
  const rebuilt: number[] = [];
  const nothing = () => undefined;
  const pages = [{ xid: '7', id: 'a' }, null];
  const ports: EnginePorts = {
    tables: [],
    now: () => 0,
    random: () => 1,
    timer: () => nothing,
    breathe: () => Promise.resolve(),
    session: { renew: () => Promise.resolve('renewed') },
    transport: {
      push: () => Promise.reject(new Error('nothing to push')),
      pull: (request) => {
        asked.push(request);
        const next = pages.shift() ?? null;
        const value = { epoch: 'one', floor: '9', rows: [], gone: [], acks: [], next, server_time: '' };
        return Promise.resolve({ ok: true, value });
      },
    },
    replica: {
      isEmpty: () => Promise.resolve(isEmpty),
      has: () => false,
      read: () => Promise.resolve(new Map()),
      write: () => Promise.resolve([]),
    },
    outbox: {
      claim: () => Promise.resolve([]),
      release: () => Promise.resolve(),
      postpone: () => Promise.resolve(),
      failAlone: () => Promise.resolve(),
      settle: () => Promise.resolve([]),
      awaiting: () => Promise.resolve({ ids: [], answered: [] }),
      nextAttemptAt: () => Promise.resolve(null),
      cursor: () => Promise.resolve(cursor),
      commit: (next) => {
        cursor = next;
        return Promise.resolve([]);
      },
      adopt: (_generation, epoch) => {
        cursor = { ...cursor, epoch };
        return Promise.resolve(true);
      },
      startRebuild: (from) => {
        cursor = { ...firstCursor, generation: from.generation + 1 };
        return Promise.resolve(cursor);
      },
    },
    report: {
      busy: nothing,
      network: nothing,
      pulled: nothing,
      acknowledged: nothing,
      rebuilding: (generation) => void rebuilt.push(generation),
      storage: nothing,
      updateRequired: nothing,
      locked: nothing,
    },
  };
  return { ports, asked, rebuilt, cursor: () => cursor };
}

describe('a pull', () => {
  it('[SY-8] names no epoch until its first cycle has ended, so that its 0 is never too old', async () => {
    const { ports, asked, cursor } = setup(firstCursor, true);
    await pullCycle(ports, () => false);
    expect(asked.map(({ epoch, since, after }) => ({ epoch, since, after }))).toEqual([
      { epoch: null, since: '0', after: null },
      { epoch: null, since: '0', after: { xid: '7', id: 'a' } },
    ]);
    expect(cursor()).toEqual({ ...firstCursor, epoch: 'one', since: '9', complete: true });
    await pullCycle(ports, () => false);
    expect(asked.at(-1)?.epoch).toBe('one');
  });
});

describe('a replica that was lost alone', () => {
  const filled: Cursor = { ...firstCursor, epoch: 'one', since: '9', complete: true };

  it('[SY-22] is fetched anew', async () => {
    const { ports, rebuilt, cursor } = setup(filled, true);
    await rebuildIfLost(ports);
    expect(cursor()).toEqual({ ...firstCursor, generation: 1 });
    expect(rebuilt).toEqual([1]);
  });

  it('[SY-22] is not missed where none was, nor where it is', async () => {
    for (const [start, isEmpty] of [[firstCursor, true] as const, [filled, false] as const]) {
      const { ports, cursor } = setup(start, isEmpty);
      await rebuildIfLost(ports);
      expect(cursor()).toEqual(start);
    }
  });
});
