import { vi } from 'vitest';

// Most waits under a mutant are in vain, and a mutant that times out costs a new process.
vi.mock('../support/wait-for.ts', () => ({
  waitFor: <T>(check: () => T | Promise<T>) => vi.waitFor(check, { timeout: 2_500 }),
}));
