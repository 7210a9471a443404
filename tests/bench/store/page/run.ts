import { watchFrames } from '../../client/page/frames.ts';
import { trackRow } from './rows.ts';
import type { OpenStore } from './store.ts';

/** Rows of one write, as in the engine. */
const WRITE = 200;
/** Rows read at a time, as in the engine. */
const CHUNK = 250;
const FIRST = 50;
const CHANGES = 20;

/** Durations in ms. */
export interface StoreFigures {
  readonly fill: number;
  readonly longestTask: number;
  readonly reopen: number;
  readonly first: number;
  readonly readAll: number;
  /** Median from the write to the watcher. */
  readonly change: number;
  /** Time of one write of `WRITE` rows that are stored already with their rev. */
  readonly repeated: number;
  /** In bytes, as the browser estimates it. */
  readonly disk: number;
}

async function duration(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function measure(open: OpenStore, count: number): Promise<StoreFigures> {
  const watch = watchFrames();
  let store = await open();
  const rows = Array.from({ length: count }, (_, number) => trackRow(number));
  const started = performance.now();
  for (let at = 0; at < count; at += WRITE) await store.write(rows.slice(at, at + WRITE));
  const ended = performance.now();
  const { longestTask } = watch.between(started, ended);
  await store.close();
  const reopen = await duration(async () => {
    store = await open();
  });
  let first = 0;
  first = await duration(async () => {
    if ((await store.first(FIRST)).length !== FIRST) throw new Error('rows are missing');
  });
  const readAll = await duration(async () => {
    if ((await store.readAll(CHUNK)) !== count) throw new Error('rows are missing');
  });
  const repeated = await duration(() => store.write(rows.slice(0, WRITE)));
  const changes: number[] = [];
  for (let number = 0; number < CHANGES; number += 1) {
    const row = trackRow(number, 2);
    let stop = () => {};
    const heard = new Promise<void>((resolve) => {
      stop = store.watch((ids) => ids.includes(row.id) && resolve());
    });
    changes.push(await duration(() => Promise.all([store.write([row]), heard])));
    stop();
  }
  const change = changes.sort((one, other) => one - other)[CHANGES / 2] ?? NaN;
  await store.close();
  const disk = (await navigator.storage.estimate()).usage ?? NaN;
  return { fill: ended - started, longestTask, reopen, first, readAll, change, repeated, disk };
}

declare global {
  interface Window {
    measureStore(count: number): Promise<StoreFigures>;
  }
}

export function run(open: OpenStore): void {
  window.measureStore = (count) => measure(open, count);
}
