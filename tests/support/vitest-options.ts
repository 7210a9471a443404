import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import type { ViteUserConfig } from 'vitest/config';
import { chromiumOptions } from './chromium.ts';

const slowPoll = { poll: { timeout: 15_000 } };

/** Vitest's part of vite.config.ts. */
export async function vitestOptions(): Promise<NonNullable<ViteUserConfig['test']>> {
  // An import at the top would become part of the bundled vite.config.ts, which also runs without Vitest's packages.
  const { playwright } = await import('@vitest/browser-playwright');
  return {
    // Each worker has its own PostgreSQL server.
    maxWorkers: Math.max(2, Math.min(4, availableParallelism())),
    projects: [
      {
        test: {
          name: 'unit',
          // An exclusion here would replace the exclusion of the command line (`tests/run.mjs`).
          include: ['{src,sync,sw,supabase,tests}/**/!(*.pg).test.ts'],
          // On a busy machine, tests of half a second take several seconds.
          testTimeout: 30_000,
          expect: slowPoll,
        },
      },
      {
        test: {
          name: 'postgres',
          include: ['{supabase,tests,sync}/**/*.pg.test.ts'],
          globalSetup: ['tests/support/postgres-global.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: slowPoll,
        },
      },
      {
        plugins: [react()],
        // A dependency found during a test would reload the page.
        optimizeDeps: {
          entries: ['src/**/*.test.tsx'],
          include: [
            'react/jsx-dev-runtime',
            'react-dom/client',
            'vitest-browser-react',
            'xstate',
            '@xstate/react',
            'zod/mini',
            'music-metadata',
            'client-zip',
            '@zip.js/zip.js/lib/zip-core-custom.js',
          ],
        },
        test: {
          name: 'components',
          include: ['src/**/*.test.tsx'],
          setupFiles: ['tests/support/no-console-errors.ts'],
          testTimeout: 30_000,
          expect: slowPoll,
          // A browser in parallel would slow tests with tight timeouts.
          sequence: { groupOrder: 1 },
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumOptions }),
            instances: [{ browser: 'chromium', viewport: { width: 390, height: 844 } }],
          },
        },
      },
    ],
  };
}
