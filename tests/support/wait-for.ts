import { vi } from 'vitest';

/** Vitest's `vi.waitFor` with a limit of ten seconds instead of one, which a busy machine exceeds. */
export const waitFor = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 10_000 });
