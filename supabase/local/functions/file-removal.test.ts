import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startFileRemoval } from './file-removal.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

it('stops even when the database never answers again', async () => {
  const never = () => new Promise<never>(() => undefined);
  const sql = { listen: async () => ({ unlisten: never }) };
  const removal = await startFileRemoval(sql, { runAsService: never }, () => undefined);
  await expect(removal.close()).resolves.toBeUndefined();
}, 5_000);

it('sweeps after a run that was going on when the sweep was due', async () => {
  const bodies: unknown[] = [];
  let onRun = (): void => undefined;
  const nextRun = () => new Promise<void>((done) => (onRun = done));
  let finish = (): void => undefined;
  const runAsService = async (_name: string, body: unknown) => {
    bodies.push(body);
    onRun();
    await new Promise<void>((done) => (finish = done));
    return new Response();
  };
  let notify = (): void => undefined;
  const listen = async (_channel: string, onNotify: () => void) => void (notify = onNotify);
  const removal = await startFileRemoval({ listen }, { runAsService }, () => undefined);
  const second = nextRun();
  vi.advanceTimersByTime(5 * 60 * 1000);
  notify();
  finish();
  await second;
  expect(bodies).toEqual([{ sweep: true }, { sweep: true }]);
  finish();
  await removal.close();
});
