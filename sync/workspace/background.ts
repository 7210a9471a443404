import type { SyncEnvironment } from '../environment.ts';
import { PUSH_LIMIT } from '../model/wire.ts';
import { createSessionKeeper } from '../remote/session.ts';
import { openSessionStore } from '../remote/session-store.ts';
import { createTransport } from '../remote/transport.ts';
import { lockName, ownerName } from '../core/names.ts';

/** The parts of the worker that a drain uses. */
type DrainEnvironment = Pick<
  SyncEnvironment,
  'config' | 'fetch' | 'indexedDB' | 'IDBKeyRange' | 'locks' | 'now' | 'random'
>;

/**
 * Pushes the queue, unless a page leads (SY-20); the next page pulls the acknowledgements. @throws if a push fails, so that the browser tries
 * again later
 */
export async function drainInBackground(environment: DrainEnvironment): Promise<void> {
  const keeper = createSessionKeeper(environment, openSessionStore(environment.indexedDB));
  const session = await keeper.reload();
  if (!session || session.locked) return;
  const owner = ownerName(session.userId);
  const send = () => pushAll(environment, keeper, session.userId);
  if (!environment.locks) return send();
  await environment.locks.request(lockName(owner), { ifAvailable: true }, (lock) => (lock ? send() : undefined));
}

async function pushAll(
  environment: DrainEnvironment,
  keeper: ReturnType<typeof createSessionKeeper>,
  userId: string,
): Promise<void> {
  const [{ DeviceDatabase }, { openOutbox }, { pushBatch }] = await Promise.all([
    import('../outbox/database.ts'),
    import('../outbox/outbox.ts'),
    import('../core/push.ts'),
  ]);
  const device = new DeviceDatabase(ownerName(userId), environment.indexedDB, environment.IDBKeyRange);
  try {
    const outbox = openOutbox(device);
    const transport = createTransport({
      config: environment.config,
      fetch: environment.fetch,
      // Only guests send the beta token, and a guest has no queue.
      betaToken: { get: () => null },
      accessToken: (refused) => keeper.accessTokenOf(userId, refused),
      isUser: () => true,
      onGuestRefused: () => undefined,
      now: () => environment.now(),
      serverClock: { observe: () => undefined },
      onDigestTopic: () => undefined,
    });
    // The browser found the network, so actions delayed after a busy server are sent too.
    const next = { limit: PUSH_LIMIT, endsBusyDelays: true };
    const ports = {
      transport,
      outbox,
      now: () => environment.now(),
      random: () => environment.random(),
      // The next page reads refusals from the queue.
      report: { acknowledged: () => undefined },
    };
    for (;;) {
      const outcome = await pushBatch(ports, next);
      if (outcome.kind === 'idle') break;
      if (outcome.kind === 'failed') throw new Error(`not sent: ${outcome.failure.kind}`);
    }
  } finally {
    device.close();
  }
}
