import { afterEach, beforeEach, expect, vi } from 'vitest';

const unexpected = vi.fn<typeof console.error>();

beforeEach(() => {
  unexpected.mockClear();
  console.error = unexpected;
});

// What React says of a wrong use is an error of the test that it is said in.
afterEach(() => expect(unexpected.mock.calls).toEqual([]));
