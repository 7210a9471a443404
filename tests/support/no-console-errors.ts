import { afterEach, beforeEach, expect, vi } from 'vitest';

const unexpected = vi.fn<typeof console.error>();

beforeEach(() => {
  unexpected.mockClear();
  console.error = unexpected;
});

// A console error, such as React's warning about wrong use, fails the test.
afterEach(() => expect(unexpected.mock.calls).toEqual([]));
