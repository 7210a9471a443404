import base from '../e2e/playwright.config.ts';
import { defineConfig, devices } from '@playwright/test';

export default defineConfig({
  ...base,
  testDir: '.',
  globalSetup: '../e2e/global-setup.ts',
  timeout: 40 * 60_000,
  projects: [
    {
      name: 'desktop',
      testIgnore: /week\.spec\.ts$/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testMatch: /week\.spec\.ts$/,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
});
