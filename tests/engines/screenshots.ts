import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import type { Visit } from './visit.ts';

const folder = fileURLToPath(new URL('../../test-results/engines', import.meta.url));
export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

export async function saveScreenshot({ browser }: Visit, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${browser.name}-${name}.png`), await browser.screenshot());
}

/** Saves one screenshot at a desktop's size and one at a phone's. Afterwards the window stays at the phone's size. */
export async function saveScreenshots(visit: Visit, name: string): Promise<void> {
  for (const size of [desktop, phone]) {
    await visit.browser.resize(size.width, size.height);
    await visit.until('The window', `innerWidth === ${size.width}`);
    // The app's script sets the number of columns of lists some time after the resize, even later while the page is still starting. A layout change may restart animations.
    await pause(700);
    await visit.until('Stillness', 'isStill()');
    await saveScreenshot(visit, `${name}-${size.width}`);
  }
}
