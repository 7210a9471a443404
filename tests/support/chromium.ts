import { existsSync } from 'node:fs';

/** Debian's Chromium when it is there, else Playwright's own; the same for browser and component tests. */
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path));

/** How every test starts Chromium. */
export const chromium = {
  ...(executablePath ? { executablePath } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--autoplay-policy=user-gesture-required',
  ],
};
