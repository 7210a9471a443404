import type { RemoteReading } from '../../../sync/client.ts';

/** Requests a reading again and resolves to the new value, never to a cached one. Rejects if the request fails. */
export function readFresh<T>(reading: RemoteReading<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let hasRequested = false;
    const check = () => {
      const state = reading.get();
      if (state.kind === 'loading' || state.isAsking) return;
      if (!hasRequested) {
        hasRequested = true;
        reading.retry();
        return;
      }
      stop();
      if (state.kind === 'here' && state.failure === null) resolve(state.value);
      else reject(new Error('The ledger could not be read'));
    };
    const stop = reading.subscribe(check);
    check();
  });
}
