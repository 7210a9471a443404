import { vi } from 'vitest';

// Under a mutant most waits fail, and a mutant that times out costs a new process.
vi.mock('../support/wait-for.ts', () => ({
  waitFor: <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 2_500 }),
}));
