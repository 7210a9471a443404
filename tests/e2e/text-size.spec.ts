import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectInBounds } from './bounds.ts';
import { expect, openSignedIn, test } from './fixtures.ts';
import { createOther, enqueueAll, establishAccount, giveTrack } from './people.ts';

/** Finds the controls whose visible part extends beyond the window's left or right edge. Runs in the page. */
function clippedControls(): string[] {
  const { clientWidth } = document.documentElement;
  return [...document.querySelectorAll('a, button, input, select, textarea')].flatMap((control) => {
    let { left, right } = control.getBoundingClientRect();
    if (left === right || !control.checkVisibility({ visibilityProperty: true })) return [];
    for (let box = control.parentElement; box && box !== document.body; box = box.parentElement) {
      if (getComputedStyle(box).overflowX === 'visible') continue;
      const bounds = box.getBoundingClientRect();
      left = Math.max(left, bounds.left);
      right = Math.min(right, bounds.right);
    }
    return left < -1 || right > clientWidth + 1 ? [`${control.outerHTML.slice(0, 120)} ${left} to ${right}`] : [];
  });
}

/** Text of this size or larger is not enlarged. */
const LARGE_PX = 20;

/** Doubles font sizes, like text-only zoom: the pages use px, so a larger root size has no effect. Runs in the page. */
function enlargeText(largePx: number): void {
  const enlarge = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSGroupingRule) enlarge(rule.cssRules);
      if (!(rule instanceof CSSStyleRule)) continue;
      const px = /^([\d.]+)px$/.exec(rule.style.fontSize)?.[1];
      if (px === undefined || Number(px) >= largePx) continue;
      // A calc() marks the rule as doubled.
      rule.style.fontSize = `calc(2 * ${px}px + 0em)`;
    }
  };
  for (const sheet of document.styleSheets) enlarge(sheet.cssRules);
}

const allPaths = (person: string, track: string, release: string, playlist: string): string[] => [
  '/explore',
  '/community',
  '/radio',
  '/store',
  '/vault',
  '/connections',
  '/profile',
  `/profile/${person}`,
  `/track/${track}`,
  `/release/${release}`,
  `/playlist/${playlist}`,
  '/upload',
  '/device',
  '/library',
  '/library/favourites',
  '/library/kept',
  '/library/history',
  '/genres',
  '/debug/zaps',
  '/test/zaps',
  '/nowhere',
];

async function expectNothingClipped(page: Page, path: string): Promise<void> {
  await test.step(`${path} at ${page.viewportSize()?.width} px`, async () => {
    await page.evaluate(enlargeText, LARGE_PX);
    await expectInBounds(page, 2);
    expect(await page.evaluate(clippedControls)).toEqual([]);
  });
}

test(
  'with text at 200 % nothing scrolls horizontally and no control is clipped, on a small phone and on a desktop',
  {
    tag: '@once',
  },
  async ({ page, backend, account }) => {
    const me = await establishAccount(backend, account, 'Ines Calder');
    const artist = await createOther(backend, 'Tin Orchard');
    const track = await giveTrack(backend, artist, 'Kelp Forest');
    const own = await giveTrack(backend, me, 'Linoleum');
    const [release, playlist] = [randomUUID(), randomUUID()];
    await backend.sql`insert into public.connections (user_id, connection_id, status) values (${me}, ${artist}, 'accepted')`;
    await page.addInitScript(
      `addEventListener('DOMContentLoaded', () => (document.documentElement.style.fontSize = '200%'))`,
    );
    await openSignedIn(page, account, '/explore');
    const about = { title: 'Antidisestablishmentarianism', notes: 'Cut in one week.' };
    const entry = { id: randomUUID(), track_id: track, position: 'a0' };
    await enqueueAll(page, [
      [
        'release.create',
        { release_id: release, ...about, artist_name: 'Ines Calder', kind: null, publish_at: null, places: [own] },
      ],
      ['playlist.create', { playlist_id: playlist, title: about.title }],
      ['playlist.add', { playlist_id: playlist, entries: [entry] }],
    ]);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      for (const path of allPaths(artist, track, release, playlist)) {
        await page.evaluate((to) => history.pushState({}, '', to), path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNothingClipped(page, path);
      }
    }
  },
);
