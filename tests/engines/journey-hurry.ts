import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Step } from './journey.ts';
import { by } from './visit.ts';

/** Delays before a page is left, in ms after its app exists (`window.undercurrentApp`). */
const moments = [0, 40, 80, 120, 160, 200, 260, 320, 380, 440];
const showsBalance = `/^\\d+$/.test(document.querySelector('#profile-area')?.innerText.trim())`;

/** Firefox logs these for loads that a navigation aborts. */
const abortMessages = [/error loading dynamically imported module/, /^Image corrupt or truncated/];

export const hurrying: readonly Step[] = [
  {
    title: 'a page left during its start does not block the next one, and loads again on Back',
    async run({ visit, browser }) {
      for (const moment of moments) {
        await visit.goto('/explore');
        await visit.until('The app', '!!window.undercurrentApp');
        await pause(moment);
        await visit.goto('/community');
        await visit.until(
          `The person after ${moment} ms`,
          `${showsBalance} && document.querySelectorAll('article').length > 3`,
        );
        await visit.evaluate('history.back()');
        await visit.until(
          'Explore after Back',
          `location.pathname === '/explore' && ${showsBalance} && !!${by('article button', /^Play /)}`,
        );
      }
      const errors = await browser.takeErrors();
      assert.deepEqual(
        errors.filter((error) => !abortMessages.some((pattern) => pattern.test(error))),
        [],
      );
    },
  },
];
