import assert from 'node:assert/strict';
import { lackingExpression, secureOnly } from './features.ts';
import type { Step } from './journey.ts';
import { saveScreenshots, phone } from './screenshots.ts';
import { by } from './visit.ts';

export const access: readonly Step[] = [
  {
    title: 'a signed-out visitor sees the gate, and the engine has the expected features',
    async run({ visit, browser }) {
      await visit.goto('/explore');
      await visit.until('The gate', `location.pathname === '/beta-access' && !!${by('button', 'Unlock Beta Access')}`);
      await saveScreenshots(visit, 'gate');
      const [width, isSecure, lacks] = await visit.evaluate<[number, boolean, string[]]>(
        `[innerWidth, isSecureContext, ${lackingExpression}]`,
      );
      const expected = new Set([...browser.expectations.lacks, ...(isSecure ? [] : secureOnly)]);
      assert.equal(width, phone.width);
      assert.deepEqual(lacks.toSorted(), [...expected].toSorted());
      return `lacks ${lacks.join(', ')}`;
    },
  },
  {
    title: 'a wrong passcode is refused and the field cleared; the right one opens the gate',
    async run({ visit }) {
      const field = `document.querySelector('input[name=passcode]')`;
      await visit.fill(field, 'overground');
      await visit.press(by('button', 'Unlock Beta Access'));
      await visit.until('The refusal', `text().includes('Invalid passcode') && ${field}.value === ''`);
      await visit.fill(field, 'underground');
      await visit.press(by('button', 'Unlock Beta Access'));
      await visit.until('The sign-in page', `text().includes('Welcome Back')`);
    },
  },
  {
    title: 'an account, its mail and the callback lead to Explore',
    async run({ visit, server, email, password }) {
      await visit.press(by('button', "Don't have an account?"));
      await visit.fill(`document.querySelector('input[name=email]')`, email);
      await visit.fill(`document.querySelector('input[name=password]')`, password);
      await visit.press(by('button', 'Create Account'));
      await visit.until('The account', `text().includes('Account Created')`);
      const link = server.mailLink(email);
      assert.ok(link, 'the mail is in the mailbox');
      await visit.goto(link);
      await visit.until(
        'Explore',
        `location.pathname === '/explore' && document.querySelectorAll('article').length > 3`,
      );
    },
  },
  {
    title: 'Explore shows its cards with covers, and is not wider than the window',
    async run({ visit }) {
      const covers = `[...document.images].filter((each) => each.getBoundingClientRect().top < innerHeight)`;
      await visit.until('The covers', `${covers}.length > 3 && ${covers}.every((each) => each.naturalWidth > 0)`);
      assert.match(await visit.evaluate<string>('text()'), /\d+ tracks found/);
      await saveScreenshots(visit, 'explore');
      assert.ok(await visit.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'no sideways scrolling');
    },
  },
];
