import type { Live } from '../../sync/client.ts';
import { openEngine } from '../engine/open-engine.ts';

/** Settles when this device's data of its person is in memory: who they are, and the first tracks. At once if nobody is signed in. */
export async function waitForFirstData(): Promise<void> {
  const engine = await openEngine();
  const account = await until(engine.account, ({ kind }) => kind !== 'loading');
  if (account.kind === 'nobody') return;
  const scope = await until(engine.scope, (now) => now !== null);
  if (!scope) return;
  await Promise.all([
    until(scope.explore({ search: '', genre: null }), ({ state }) => state !== 'empty'),
    // What comes after it would have everything that shows it drawn again.
    scope.userId === null ? null : until(scope.me, (me) => me !== null && me.profile !== null && me.stats !== null),
  ]);
}

function until<T>(live: Live<T>, isSo: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const look = () => {
      const value = live.get();
      if (!isSo(value)) return;
      stop();
      resolve(value);
    };
    const stop = live.subscribe(look);
    look();
  });
}
