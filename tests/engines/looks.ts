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
    // What follows the width by script does so with a frame, which a page at its start is late with.
    await visit.ask('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))');
    // A change of layout may play its motion again, and has to begin first.
    await pause(300);
    await visit.until('Stillness', 'isStill()');
    await keepLook(visit, `${name}-${size.width}`);
  }
}
