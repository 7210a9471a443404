import { IDBObjectStore } from 'fake-indexeddb';
import { describe, expect, it, vi } from 'vitest';
import { nothingNew, browserOfAnn, openBackend, unreachable, visit } from '../tests/sync/support/backend.ts';
import { pageOf, scopeOf, until } from '../tests/sync/support/page.ts';
import { config } from '../tests/sync/support/opened-client.ts';
import type { PushAction } from './model/wire.ts';
import { openSync } from './client.ts';
import { DRAIN_CHECK_MS } from './workspace/action-queue.ts';
import { waitFor } from '../tests/support/wait-for.ts';

const message = { message_id: 'm', partner_id: 'bob', content: 'Helo' };
const serverTime = '2027-01-01T00:00:00Z';
const refuseAll = (body: Record<string, unknown>) => {
  const results = (body['p_actions'] as PushAction[]).map(({ id }) => ({
    id,
    status: 'rejected',
    result: { code: 'no', message: 'No.' },
  }));
  return Response.json({ results, server_time: serverTime });
};

/** The store refuses this kind of write until the mock is restored. */
const refuseDisk = (method: 'add' | 'put' | 'delete') =>
  vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });

describe('a change of the queue', () => {
  it('[SY-14] fails if the disk refuses it, and changes nothing', async () => {
    const backend = openBackend({ sync_push: refuseAll, sync_pull: () => Response.json(nothingNew) });
    await visit(await browserOfAnn(), backend, async (scope) => {
      const id = await scope.enqueue('message.send', message);
      await until(scope.pending, ([sent]) => sent?.state.kind === 'dead');
      backend.answers['sync_push'] = unreachable;
      const changes = [
        ['add', () => scope.retry(id)],
        ['add', () => scope.edit(id, { content: 'Hello' })],
        ['delete', () => scope.discard(id)],
      ] as const;
      for (const [method, change] of changes) {
        const refusing = refuseDisk(method);
        await expect(change()).rejects.toThrow('storage full');
        refusing.mockRestore();
        expect(await scope.readPending()).toMatchObject([{ id, payload: message, state: { kind: 'dead' } }]);
      }
      expect(await scope.discard(id)).toBe(true);
      expect(await scope.readPending()).toEqual([]);
      expect(await scope.discard(id)).toBe(false);
    });
  });
});

describe('a new action', () => {
  it('[SY-14] is not accepted if the disk refuses it, at the write or at the end of its transaction', async () => {
    const backend = openBackend({ sync_push: refuseAll, sync_pull: () => Response.json(nothingNew) });
    await visit(await browserOfAnn(), backend, async (scope) => {
      const add = IDBObjectStore.prototype.add;
      const abort = () =>
        vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...row) {
          const written = add.apply(this, row);
          written.addEventListener('success', () => this.transaction.abort());
          return written;
        });
      for (const refuse of [() => refuseDisk('add'), abort]) {
        const refusing = refuse();
        await expect(scope.enqueue('message.send', message)).rejects.toThrow('storage');
        refusing.mockRestore();
        expect(await scope.readPending()).toEqual([]);
      }
      expect(backend.asked('sync_push')).toEqual([]);
    });
  });

  it('[SY-20] asks for a Background Sync once it is stored', async () => {
    const stored: number[] = [];
    const requestBackgroundSync = vi.fn();
    const client = openSync(
      pageOf(await browserOfAnn(), config, { fetch: openBackend().fetch, requestBackgroundSync }),
    );
    try {
      const scope = await scopeOf(client);
      requestBackgroundSync.mockImplementation(() => {
        void scope.readPending().then((records) => stored.push(records.length));
      });
      await scope.enqueue('message.send', message);
      await waitFor(() => expect(stored).toEqual([1]));
    } finally {
      await client.close();
    }
  });

  it('[SY-15] is sent without waiting for an earlier action that was refused', async () => {
    const backend = openBackend({ sync_push: refuseAll, sync_pull: () => Response.json(nothingNew) });
    await visit(await browserOfAnn(), backend, async (scope) => {
      await scope.enqueue('connection.request', { partner_id: 'bob' });
      await until(scope.pending, ([request]) => request?.state.kind === 'dead');
      await scope.enqueue('message.send', message);
      await until(scope.pending, (all) => all.length === 2 && all.every(({ state }) => state.kind === 'dead'));
      const sent = backend.asked('sync_push').flatMap((body) => body['p_actions'] as PushAction[]);
      expect(sent.map(({ kind }) => kind)).toEqual(['connection.request', 'message.send']);
    });
  });

  it('[SY-19] is sent before a sign-out if the network has returned since the last attempt', async () => {
    const backend = openBackend();
    const client = openSync(pageOf(await browserOfAnn(), config, { fetch: backend.fetch }));
    try {
      const scope = await scopeOf(client);
      await scope.enqueue('message.send', message);
      await until(scope.status, ({ network }) => network === 'offline');
      backend.answers['sync_push'] = (body) =>
        Response.json({
          results: (body['p_actions'] as PushAction[]).map(({ id }) => ({ id, status: 'applied', result: {} })),
          server_time: serverTime,
        });
      backend.answers['sync_pull'] = async (body) => {
        // Answers only after the drain has checked the network's state once.
        await new Promise((resolve) => setTimeout(resolve, 3 * DRAIN_CHECK_MS));
        const { pending } = (body as { p: { pending: string[] } }).p;
        return Response.json({ ...nothingNew, acks: pending.map((id) => ({ id, status: 'applied', result: {} })) });
      };
      expect(await client.auth.signOut({ discard: false })).toEqual({ kind: 'signed-out' });
    } finally {
      await client.close();
    }
  });
});
