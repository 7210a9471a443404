import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Step } from './journey.ts';
import { by } from './visit.ts';

/** Moments of a start, in ms, at which the next address is asked for. */
const moments = [0, 40, 80, 120, 160, 200, 260, 320, 380, 440];
const own = `/^\\d+$/.test(document.querySelector('#profile-area')?.innerText.trim())`;

/** What else Firefox says of what the leaving has cut off. */
const cutOff = [/error loading dynamically imported module/, /^Image corrupt or truncated/];

export const hurrying: readonly Step[] = [
  {
    title: 'a page that is left in the middle of its start holds up no other, and stands again on the way back',
    async run({ visit, browser }) {
      for (const moment of moments) {
        await visit.goto('/explore');
        await visit.until('The app', '!!window.undercurrentApp');
        await pause(moment);
        await visit.goto('/community');
        await visit.until(`The person after ${moment} ms`, `${own} && document.querySelectorAll('article').length > 3`);
        await visit.ask('history.back()');
        await visit.until(
          'The way back',
          `location.pathname === '/explore' && ${own} && !!${by('article button', /^Play /)}`,
        );
      }
      const errors = await browser.takeErrors();
      assert.deepEqual(
        errors.filter((error) => !cutOff.some((words) => words.test(error))),
        [],
      );
    },
  },
];
