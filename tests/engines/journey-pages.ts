import assert from 'node:assert/strict';
import { startApp, openBootPage } from './boot-page.ts';
import type { Journey, Step } from './journey.ts';
import { completeOwnProfile, findArtist, OWN_NAME } from './journey-scene.ts';
import { saveScreenshots, saveScreenshot } from './screenshots.ts';
import { by } from './visit.ts';

async function expectPage(
  { visit }: Journey,
  name: string,
  path: string,
  heading: string,
  isReady: string,
): Promise<void> {
  await visit.goto(path);
  await visit.until(
    `${path} is ready`,
    `[...document.querySelectorAll('h1')].some((e) => e.textContent.includes(${JSON.stringify(heading)})) && (${isReady})`,
  );
  await saveScreenshots(visit, name);
  assert.ok(await visit.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${path} scrolls sideways`);
}

const atLeast = (selector: string, count: number) =>
  `document.querySelectorAll(${JSON.stringify(selector)}).length >= ${count}`;

export const walkingOtherPages: readonly Step[] = [
  {
    title: 'other pages show their content, and none is wider than the window',
    async run(journey) {
      await completeOwnProfile(journey);
      const { id, name, track, title } = await findArtist(journey);
      await journey.server.sql()`update public.tracks set cover_url = null where id = ${track}`;
      for (const [page, path, heading, isReady] of [
        ['community', '/community', 'Meet the Creators', atLeast('article', 4)],
        [
          'store',
          '/store',
          'ZAP Store',
          `text().includes('Mystery Pack') && ${atLeast('[aria-label="This Week"] li', 1)}`,
        ],
        ['vault', '/vault', 'VAULT', `!!${by('button', 'Purchase Vault Access')}`],
        ['device', '/device', 'On this device', `text().includes('Manage saved music')`],
        ['library', '/library', 'Library', `text().includes('Favourites')`],
        ['person', `/profile/${id}`, name, `!!${by('button', 'Play all')}`],
        ['genres', '/genres', 'Explore by Genre', `text().includes('Coming Soon')`],
        [
          'debug',
          '/debug/zaps',
          'ZAP debug',
          `text().includes('Actions add up to the balance') && ${atLeast('tr', 3)}`,
        ],
        ['track', `/track/${track}`, title, `!!document.querySelector('main svg')`],
        ['profile', '/profile', OWN_NAME, `text().includes('Danger Zone') && text().includes('Last 30 days')`],
      ] as const)
        await expectPage(journey, page, path, heading, isReady);
    },
  },
  {
    title: 'in the light theme the boot page is light too, and the app matches its layout',
    async run({ visit }) {
      const choose = async (theme: string) => {
        await visit.press(by('button', 'You'));
        await visit.press(by('label', theme));
      };
      await choose('Light');
      await openBootPage(visit, `theme === 'light'`);
      await saveScreenshot(visit, 'before-app-light');
      await startApp(visit);
      await saveScreenshots(visit, 'explore-light');
      await choose('Dark');
      await visit.goto('/profile');
      await visit.until('The profile', `text().includes('Danger Zone')`);
    },
  },
];
