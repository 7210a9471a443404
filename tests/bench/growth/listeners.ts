import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ms, table } from '../measure.ts';
import { cpuParts } from './cpu.ts';
import { keepPlaying } from './listener.ts';
import { openGrowthScene } from './scene.ts';

const PLAY_EVERY_MS = 210_000;
/** Listeners that connect at the same time. */
const OPENING = 20;

/**
 * Prints the server's cost per listener, each playing a track every 210 s. Listeners have no interface (listener.ts) and run on the same machine.
 * CPU counts the server's processes only.
 */
export async function measureListeners(seconds: number, crowds: readonly number[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent-growth-'));
  const scene = await openGrowthScene(dataDir);
  const { received } = scene;
  const cpuSeconds = () => Object.values(cpuParts(scene.server.pid)).reduce((sum, part) => sum + part, 0);

  const rows: string[][] = [];
  for (const size of crowds) {
    const listeners = await scene.addListeners(size);
    for (let at = 0; at < size; at += OPENING)
      await Promise.all(listeners.slice(at, at + OPENING).map((listener) => listener.open()));
    const stop = new AbortController();
    setMaxListeners(0, stop.signal);
    const playing = listeners.map((listener) => keepPlaying(listener, scene.trackIds, PLAY_EVERY_MS, stop.signal));
    // Leave the first pulls and joins out of the measurement.
    await sleep(20_000);
    Object.assign(received, { messages: 0, messageBytes: 0, pulls: 0, pullBytes: 0, pushes: [] });
    const cpuBefore = cpuSeconds();
    const started = performance.now();
    await sleep(seconds * 1000);
    const minutes = (performance.now() - started) / 60_000;
    const cpu = cpuSeconds() - cpuBefore;
    const { messages, messageBytes, pulls, pullBytes, pushes } = received;
    const each = (amount: number) => (amount / size / minutes).toFixed(1);
    const sorted = [...pushes].sort((one, other) => one - other);
    const at = (share: number) =>
      sorted.length > 0 ? ms(sorted[Math.floor(share * (sorted.length - 1))] ?? NaN) : '-';
    rows.push([
      String(size),
      each(messages),
      each(messageBytes / 1000),
      each(pulls),
      each(pullBytes / 1000),
      each(cpu * 1000),
      `${Math.round((cpu / minutes / 60) * 100)} %`,
      `${at(0.5)} / ${at(0.95)}`,
      String(pushes.length),
    ]);
    stop.abort();
    await Promise.all(playing);
    await Promise.all(listeners.map((listener) => listener.close()));
  }
  console.log(
    table(
      [
        'listeners',
        'messages a minute',
        'KB of them',
        'pulls a minute',
        'KB of them',
        'server CPU, ms a minute',
        'CPU of a core',
        'push, ms (median / p95)',
        'plays',
      ],
      rows,
    ),
  );
  await scene.close();
  await rm(dataDir, { recursive: true, force: true });
}
