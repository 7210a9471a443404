import assert from 'node:assert/strict';
import { createOther } from '../e2e/people.ts';
import { misreadNames, oddNames, oddTexts } from '../support/misread-names.ts';
import { meetFriend, playSomething, walkTo } from './journey-everyday.ts';
import type { Step } from './journey.ts';
import { saveScreenshots, saveScreenshot } from './screenshots.ts';
import { by } from './visit.ts';

const { hebrew, arabic, mixed, marks } = oddNames;
const misread = misreadNames([...Object.values(oddNames), ...Object.values(oddTexts)]);
const hasRightToLeftText = `/[\\u0590-\\u06ff]/.test((top() === document ? document.querySelector('main') : top()).innerText)`;

export const readingNames: readonly Step[] = [
  {
    title: 'right-to-left names, combining marks and emoji show their beginning and keep their direction everywhere',
    async run(journey) {
      const { visit, browser, server } = journey;
      const friend = await meetFriend(journey, { friend: arabic, track: mixed, own: arabic, message: oddTexts.theirs });
      const stack = server.stack();
      await createOther(stack, marks);
      await stack.sql`update public.user_profiles set bio = ${oddTexts.bio} where id = ${friend.id}`;
      await stack.sql`update public.user_profiles set artist_name = ${hebrew} where artist_name = 'Ines Calder'`;
      await stack.sql`update public.tracks set artist_name = ${hebrew} where id = ${friend.track}`;
      await stack.sql`insert into public.shared_tracks (user_id, track_id) values (${friend.id}, ${friend.track})`;
      await playSomething(journey);
      await visit.until('Who shares', `text().includes('shared by')`);
      const check = async (name: string) => {
        await visit.until(name, `${hasRightToLeftText} && isStill()`);
        assert.deepEqual(await visit.evaluate(misread), [], name);
      };
      await check('/explore');
      await saveScreenshots(visit, 'names-explore');
      const person = `/profile/${friend.id}`;
      for (const [name, path] of [
        ['community', '/community'],
        ['connections', '/connections'],
        ['own', '/profile'],
        ['person', person],
        ['track', `/track/${friend.track}`],
      ] as const) {
        await walkTo(journey, path);
        await check(path);
        await saveScreenshots(visit, `names-${name}`);
      }
      const more = by('main button', /^More about/);
      for (const [name, path, presses] of [
        ['more', person, [more]],
        ['block', person, [more, by('button', 'Block')]],
        ['report', person, [by('main button', /^More for/), by('button', 'Report')]],
        ['own-track', '/profile', [by('main button', /^More for/)]],
        ['end', '/profile', [by('main button', 'Delete profile')]],
        ['conversation', '/connections', [by('main button', /^Message/)]],
      ] as const) {
        await walkTo(journey, path);
        for (const press of presses) await visit.press(press);
        await visit.until(name, 'dialogs().length === 1');
        await check(name);
        await saveScreenshot(visit, `names-${name}`);
        await browser.press('Escape');
        await visit.until(`${name} is closed`, 'dialogs().length === 0 && !history.state?.layer');
      }
    },
  },
];
