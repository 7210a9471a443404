import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startFileRemoval } from './file-removal.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

it('stops without an answer of a database that is gone for good', async () => {
  const never = () => new Promise<never>(() => undefined);
  // Whatever is still asked of such a database waits for ever.
  const sql = { listen: async () => ({ unlisten: never }) };
  const removal = await startFileRemoval(sql, { runAsService: never }, () => undefined);
  await expect(removal.close()).resolves.toBeUndefined();
}, 5_000);
