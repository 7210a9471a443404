import type { Live } from '../../sync/client.ts';
import { openEngine } from '../engine/open-engine.ts';

/** Resolves when the data of Explore and of the signed-in person has loaded, or at once when there is neither a person nor a guest. */
export async function waitForFirstData(): Promise<void> {
  const engine = await openEngine();
  const account = await until(engine.account, ({ kind }) => kind !== 'loading');
  if (account.kind === 'nobody') return;
  const scope = await until(engine.scope, (value) => value !== null);
  if (!scope) return;
  await Promise.all([
    until(scope.explore({ search: '', genre: null }), ({ state }) => state !== 'empty'),
    // A profile that loads later would rerender everything that shows it.
    scope.userId === null ? null : until(scope.me, (me) => me !== null && me.profile !== null && me.stats !== null),
  ]);
}

function until<T>(live: Live<T>, isReady: (value: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const check = () => {
      const value = live.get();
      if (!isReady(value)) return;
      stop();
      resolve(value);
    };
    const stop = live.subscribe(check);
    check();
  });
}
