import { afterEach, beforeEach, expect, vi } from 'vitest';

const unexpected = vi.fn<typeof console.error>();

beforeEach(() => {
  unexpected.mockClear();
  console.error = unexpected;
});

afterEach(() => expect(unexpected.mock.calls).toEqual([]));
