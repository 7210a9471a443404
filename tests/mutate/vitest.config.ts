import { defineConfig } from 'vitest/config';

/** The tests that mutants have to get past: those beside the code, and a short simulation. */
export default defineConfig({
  test: {
    include: [
      'sync/{core,overlay}/**/*.test.ts',
      // Lists of people and shares are tested where the views are put together.
      'sync/workspace/*views.test.ts',
      'tests/sync/simulation.test.ts',
    ],
    env: { COUNT: '20' },
  },
});
