import base from '../e2e/playwright.config.ts';
import { defineConfig, devices } from '@playwright/test';

export default defineConfig({
  ...base,
  testDir: '.',
  globalSetup: '../e2e/global-setup.ts',
  timeout: 40 * 60_000,
  projects: [{ name: 'desktop', use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } } }],
});
