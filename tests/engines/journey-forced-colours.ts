import assert from 'node:assert/strict';
import { forcedColourFaults } from '../support/forced-colours.ts';
import { meetFriend, playSomething, walkTo } from './journey-everyday.ts';
import type { Step } from './journey.ts';
import { saveScreenshot, phone } from './screenshots.ts';
import { by } from './visit.ts';

export const forcingColours: readonly Step[] = [
  {
    title: 'with forced colours the pages and the layers over them show the state of each control',
    async run(original) {
      if (!original.browser.expectations.hasForcedColours) return 'the engine has none';
      const friend = await meetFriend(original, {
        friend: 'Tin Orchard',
        track: 'Kelp Forest',
        own: 'Linoleum',
        message: 'Friday?',
      });
      const visit = await original.openAnother({ wantsForcedColours: true });
      const { browser } = visit;
      const journey = { ...original, visit, browser };
      await browser.resize(phone.width, phone.height);
      await visit.goto('/explore');
      await visit.until('The app', '!!window.undercurrentApp');
      assert.ok(await visit.evaluate(`matchMedia('(forced-colors: active)').matches`), 'the colours are forced');
      await visit.evaluate(
        `undercurrentApp.auth.signIn(${JSON.stringify(original.email)}, ${JSON.stringify(original.password)})`,
      );
      await visit.until('Explore', `document.querySelectorAll('article').length > 3`);
      await playSomething(journey);
      const check = async (name: string) => {
        await visit.until(name, 'isStill()');
        await saveScreenshot(visit, `forced-${name}`);
        assert.deepEqual(await visit.evaluate(forcedColourFaults), [], name);
      };
      await check('explore');
      for (const [name, path, text] of [
        ['community', '/community', 'Connect'],
        ['radio', '/radio', 'Sponsor a track'],
        ['store', '/store', 'Mystery Pack'],
        ['connections', '/connections', 'Tin Orchard'],
        ['profile', '/profile', 'Last 30 days'],
        ['person', `/profile/${friend.id}`, 'Kelp Forest'],
        ['track', `/track/${friend.track}`, 'Your vote'],
        ['upload', '/upload', 'I own the rights'],
        ['device', '/device', 'Manage saved music'],
        ['library', '/library', 'Favourites'],
      ] as const) {
        await walkTo(journey, path);
        await visit.until(path, `text().includes(${JSON.stringify(text)})`);
        await check(name);
      }
      for (const [name, path, presses] of [
        ['store-dialog', '/store', [by('button', 'Open ZAP Store')]],
        ['own-track', '/profile', [by('main button', /^More for/)]],
        ['report', `/track/${friend.track}`, [by('main button', 'More'), by('button', 'Report')]],
        ['conversation', '/connections', [by('main button', /^Message/)]],
        ['player', '/explore', [by('button', /^Open player/)]],
        ['queue', '/explore', [by('button', /^Open player/), by('button', 'Queue')]],
      ] as const) {
        await walkTo(journey, path);
        for (const press of presses) await visit.press(press);
        await visit.until(name, 'dialogs().length === 1');
        await check(name);
        await browser.press('Escape');
        await visit.until(`${name} is closed`, `dialogs().length === 0 || (history.state?.layer ?? 0) === 1`);
        if (name === 'queue') await browser.press('Escape');
        await visit.until('The page', 'dialogs().length === 0 && !history.state?.layer');
      }
    },
  },
];
