import { afterEach, expect, it, vi } from 'vitest';
import { uuidV7 } from '../outbox/uuid.ts';
import { uuid } from './uuid.ts';

afterEach(() => vi.unstubAllGlobals());

it('ids are generated without crypto.randomUUID, as over plain HTTP', () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  const made = Array.from({ length: 100 }, uuid);
  for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set(made).size).toBe(100);
  // The digit after the version is random.
  expect(new Set(made.map((id) => id[15])).size).toBeGreaterThan(1);
  expect(uuidV7(0x0123_4567_89ab)).toMatch(/^01234567-89ab-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
