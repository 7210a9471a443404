import assert from 'node:assert/strict';
import type { Step } from './journey.ts';
import { by } from './visit.ts';

const names = `[...(await indexedDB.databases()).map((each) => each.name), ...(await caches.keys()), ...Object.keys(localStorage)]`;
/** A person's stores have a hash of the id in their names; a guest's have 'guest'. */
const personal = `/^(rxdb-dexie-undercurrent-|undercurrent-outbox-|kept-audio:|undercurrent-device:|undercurrent-mark:)(?!guest)/`;
const ofPerson = `${names}.filter((name) => ${personal}.test(name))`;
const nothingIsLeft = `((left) => { if (left.length > 0) throw new Error(left.join(' ')); return true; })(${ofPerson})`;

export const leaving: readonly Step[] = [
  {
    title: "signing out deletes the person's data from the device, and shows the gate",
    async run({ visit, browser, email }) {
      const before = await visit.evaluate<string[]>(ofPerson);
      assert.ok(
        before.some((name) => name.startsWith('kept-audio:')),
        'kept audio was there',
      );
      assert.ok(before.length > 3, 'databases were there');
      await visit.press(by('button', 'You'));
      const offersInstall = await visit.evaluate('text().includes("Install Undercurrent")');
      assert.equal(offersInstall, !browser.expectations.lacks.includes('installPrompt'), 'the home screen is offered');
      await visit.press(by('button', 'Sign Out'));
      await visit.until('The gate', `location.pathname === '/beta-access'`);
      await visit.until('Nothing is left', nothingIsLeft);
      const stored = await visit.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
      assert.ok(!stored.includes(email), 'no address of the person stays');
      await visit.goto('/explore');
      await visit.until('The gate', `location.pathname === '/beta-access'`);
      return `${before.length} stores gone`;
    },
  },
];
