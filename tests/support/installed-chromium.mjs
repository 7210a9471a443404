import { existsSync } from 'node:fs';

/** Excludes `chromium-headless-shell`, which shows no notifications. */
const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser'];

/** @returns the path of the system's Chromium; undefined if it has none */
export const installedChromium = () => paths.find((path) => existsSync(path));
