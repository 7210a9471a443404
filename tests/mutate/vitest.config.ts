import { defineConfig } from 'vitest/config';

/** The tests that run against each mutant: those beside the code, and a short simulation. */
export default defineConfig({
  test: {
    include: [
      'sync/{core,overlay}/**/*.test.ts',
      // Lists of people and shares are tested with the combined views.
      'sync/workspace/*views.test.ts',
      'tests/sync/simulation.test.ts',
    ],
    env: { COUNT: '20' },
  },
});
