import type { RemoteReading } from '../../../sync/client.ts';

/** The server's answer to a request sent after this call, never a cached one. @throws if the request fails */
export function readFresh<T>(reading: RemoteReading<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    let isAsked = false;
    const check = () => {
      const state = reading.get();
      if (state.kind === 'loading' || state.isAsking) return;
      if (!isAsked) {
        isAsked = true;
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
