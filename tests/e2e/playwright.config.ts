import { defineConfig, devices } from '@playwright/test';
import { availableParallelism } from 'node:os';
import { chromium } from '../support/chromium.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  globalSetup: './global-setup.ts',
  // Each worker has a stack of its own, and no test needs another before it.
  fullyParallel: true,
  workers: Math.max(2, Math.floor(availableParallelism() / 2)),
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    // No trace: it costs a tenth of the run. `--trace on` records the test that is looked into.
    launchOptions: chromium,
  },
  projects: [
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 } },
    {
      name: 'desktop',
      // What is the same at every width is tried at one: the engine without a network, under faults, over tabs and versions.
      testIgnore:
        /(cold|faults|kept|large-catalogue|live|lost-replica|offline|parts|shut-storage|upload-tabs)\.spec\.ts$/,
      grepInvert: /@once/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
  ],
});
