import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { chromium, type Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { chromiumOptions } from '../../../tests/support/chromium.ts';
import { composeMail } from './compose-mail.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const longAddress = `${'long'.repeat(15)}@${'example'.repeat(8)}.com`;
const { html } = composeMail({
  kind: 'email_change',
  to: longAddress,
  code: '123456',
  link: 'https://music.example.com/auth/callback#token_hash=a',
  from: longAddress,
  newAddress: longAddress,
});
const axeResult = z.object({ violations: z.array(z.object({ id: z.string() })) });

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(chromiumOptions);
}, 60_000);
afterAll(() => browser.close());

it.each(['light', 'dark'] as const)(
  'fits 320 px and is accessible in a %s mail program, and loads nothing',
  async (colorScheme) => {
    const page = await browser.newPage({ viewport: { width: 320, height: 600 }, colorScheme });
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.setContent(html);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    const button = await page.getByRole('link', { name: 'Confirm the change' }).boundingBox();
    expect(button?.height).toBeGreaterThanOrEqual(44);
    expect(requests).toEqual([]);
    await page.evaluate(axeSource);
    const result = axeResult.parse(await page.evaluate('axe.run({ resultTypes: ["violations"] })'));
    expect(result.violations.map(({ id }) => id).filter((id) => !['landmark-one-main', 'region'].includes(id))).toEqual(
      [],
    );
    await page.close();
  },
);
