import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import type { Visit } from './visit.ts';

const folder = fileURLToPath(new URL('../../test-results/engines', import.meta.url));
export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

/** Keeps a picture of the page in test-results/engines. */
export async function keepLook({ browser }: Visit, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${browser.name}-${name}.png`), await browser.screenshot());
}

/** Pictures of the page on a phone and on a desktop; leaves it on the phone. */
export async function keepBothLooks(visit: Visit, name: string): Promise<void> {
  for (const size of [desktop, phone]) {
    await visit.browser.resize(size.width, size.height);
    await visit.until('The window', `innerWidth === ${size.width}`);
    // Columns follow the width by script, up to half a second later in a page at its start; a change of layout may play its motion again.
    await pause(700);
    await visit.until('Stillness', 'isStill()');
    await keepLook(visit, `${name}-${size.width}`);
  }
}
