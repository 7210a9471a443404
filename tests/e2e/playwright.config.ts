import { defineConfig, devices } from '@playwright/test';
import { availableParallelism } from 'node:os';
import { chromiumOptions } from '../support/chromium.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  // Each worker has its own stack, and tests do not depend on each other.
  fullyParallel: true,
  workers: Math.max(3, Math.floor(availableParallelism() / 2)),
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    // A trace adds a tenth to the run time. `--trace on` helps to debug a test.
    launchOptions: chromiumOptions,
  },
  projects: [
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } },
    {
      name: 'desktop',
      // Tests whose result does not depend on the viewport run on the phone only.
      testIgnore:
        /(blocked-storage|cold|faults|kept|large-catalogue|live|lost-replica|offline|parts|upload-tabs)\.spec\.ts$/,
      grepInvert: /@once/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
  ],
});
