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
