import { defineConfig } from 'vitest/config';
import { folders } from './folders.ts';

/** Set by `run.ts`. */
const folder = process.env['MUTATED_FOLDER'] ?? '';

/** The tests that run against each mutant of one folder, with a short simulation. */
export default defineConfig({
  test: {
    include: [`${folder}/*.test.ts`, ...(folders[folder] ?? [])],
    testTimeout: 30_000,
    env: { COUNT: '20' },
  },
});
