import { defineConfig } from '@playwright/test';
import base from '../e2e/playwright.config.ts';

const { globalSetup: _, ...shared } = base;
export default defineConfig({
  ...shared,
  testDir: '.',
  // Two builds, and the demo music of each release.
  timeout: 20 * 60_000,
  use: { ...shared.use, actionTimeout: 30_000, navigationTimeout: 30_000 },
  projects: [{ name: 'upgrade' }],
});
