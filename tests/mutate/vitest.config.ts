import { configDefaults, defineConfig } from 'vitest/config';
import { folders } from './folders.ts';

const folder = process.env['MUTATED_FOLDER'] ?? '';

export default defineConfig({
  test: {
    include: [`${folder}/*.test.ts`, ...(folders[folder] ?? [])],
    // A server per mutant would take too long.
    exclude: [...configDefaults.exclude, '**/*.pg.test.ts'],
    testTimeout: 15_000,
    setupFiles: ['tests/mutate/short-waits.ts'],
    env: { COUNT: '20' },
  },
});
