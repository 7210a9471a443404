import type postgres from 'postgres';
import { repeat } from '../repeat.ts';
import { measureTracks, openMeasureThread } from './measure-tracks.ts';

const PAUSE_MS = 20_000;

/**
 * Measures the loudness of new tracks in a thread of low priority, because a device's claim may be false.
 *
 * @returns a function that stops this
 */
export function startMeasuring(
  sql: postgres.Sql,
  findFile: (bucket: string, name: string) => Promise<string | null>,
  log: (line: string) => void,
): () => Promise<void> {
  const thread = openMeasureThread();
  let isStopped = false;
  const stop = repeat(
    () =>
      measureTracks({
        sql,
        thread,
        isStopped: () => isStopped,
        onFailure: log,
        async locate(name) {
          const path = await findFile('tracks', name);
          return path === null ? null : { path };
        },
      }),
    PAUSE_MS,
    (error) => log(`The loudness of tracks cannot be measured: ${String(error)}`),
  );
  return async () => {
    isStopped = true;
    await thread.close();
    await stop();
  };
}
