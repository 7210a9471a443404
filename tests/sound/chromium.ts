import { chromium as playwright, type Page } from 'playwright';
import { z } from 'zod';
import type { EngineKind, Key } from '../engines/engine-browser.ts';
import { takePageErrors } from '../engines/error-hook.ts';
import { soundRecorder, soundServer } from '../engines/sound-card.ts';
import { chromiumOptions } from '../support/chromium.ts';

/** Chromium with the interface of the other engines, on a virtual sound card. */
export const chromium: EngineKind = {
  name: 'chromium',
  needs: [
    [soundServer.path, soundServer.debianPackage],
    [soundRecorder.path, soundRecorder.debianPackage],
  ],
  async open(_folder, env) {
    const browser = await playwright.launch({
      ...chromiumOptions,
      env: { ...process.env, ...env },
      ignoreDefaultArgs: ['--mute-audio'],
    });
    const context = await browser.newContext();
    let page = await context.newPage();
    return {
      name: 'chromium',
      version: `Chromium ${browser.version()}`,
      expectations: { lacks: [], keepsDataOverRestart: false, hasForcedColours: true, browserMessages: [] },
      goto: async (url) => void (await page.goto(url)),
      traverse: async (delta) => void (await (delta < 0 ? page.goBack() : page.goForward())),
      async evaluate(expression) {
        const json = await page.evaluate(`(async () => JSON.stringify((await (${expression})) ?? null))()`);
        return JSON.parse(z.string().parse(json));
      },
      clickAt: ({ x, y }) => page.mouse.click(x, y),
      async drag(from, to) {
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(to.x, to.y, { steps: 10 });
        await page.mouse.up();
      },
      press: (key: Key) => page.keyboard.press(key),
      type: (text) => page.keyboard.type(text),
      chooseFile: (input, path) => chooseFile(page, input, path),
      resize: (width, height) => page.setViewportSize({ width, height }),
      screenshot: () => page.screenshot(),
      async reopen() {
        await page.close();
        page = await context.newPage();
      },
      takeErrors: async () => z.array(z.string()).parse(await page.evaluate(takePageErrors)),
      quit: () => browser.close(),
    };
  },
};

async function chooseFile(page: Page, input: string, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.evaluate(`${input}.click()`);
  await (await chooser).setFiles(path);
}
