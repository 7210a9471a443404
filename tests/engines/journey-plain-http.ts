import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { meetFriend, playSomething, walkTo } from './journey-everyday.ts';
import type { Step } from './journey.ts';
import { saveScreenshots, saveScreenshot } from './screenshots.ts';
import { chooseMp3, describeTrack, sendTrack } from './upload-form.ts';
import { by } from './visit.ts';

const mp3 = fileURLToPath(new URL('../fixtures/outside-vbr-art.mp3', import.meta.url));
const firstMessage = 'Can you hear me without a lock?';

export const usingPlainHttp: readonly Step[] = [
  {
    title: 'over plain HTTP the page says what does not work, and a track plays',
    async run(journey) {
      const { visit, server } = journey;
      assert.equal(await visit.evaluate('location.origin'), server.address);
      assert.equal(await visit.evaluate('isSecureContext'), false);
      await visit.until('The notice', `text().includes('This address has no encryption')`);
      await saveScreenshots(visit, 'plain-explore');
      await playSomething(journey);
      return `${server.address}, randomUUID ${await visit.evaluate<string>(`'randomUUID' in crypto ? 'there' : 'missing'`)}`;
    },
  },
  {
    title: 'a message, a vote, a purchase and an upload arrive',
    async run(journey) {
      const { visit, browser, server, email } = journey;
      const friend = await meetFriend(journey, {
        friend: 'Tin Orchard',
        track: 'Kelp Forest',
        own: 'Linoleum',
        message: 'Friday?',
      });
      await visit.goto('/connections');
      await visit.press(by('main button', /^Message/));
      // An exception while the first message is sent would block the second.
      for (const content of [firstMessage, 'And again?']) {
        await visit.fill(by('textarea', 'Type a message...'), content);
        await visit.press(by('button', 'Send'));
        await visit.until(
          'It is sent',
          `document.querySelector('[data-state=sent]:last-of-type') && text().includes(${JSON.stringify(content)}) && !document.querySelector('[data-state=sending], [data-state=waiting]')`,
        );
      }
      await saveScreenshot(visit, 'plain-conversation');
      await browser.press('Escape');
      await walkTo(journey, `/track/${friend.track}`);
      await visit.press(by('main input', '4 of 5'));
      await visit.press(by('button', 'Vote 4 for 5 ⚡'));
      await visit.until('The vote', `text().includes('Vote cast!')`);
      await walkTo(journey, '/store');
      await visit.press(by('button', 'Open ZAP Store'));
      await visit.press(by('button', 'Buy for 20 ZAPs'));
      await visit.press(by('button', 'Buy for 20 ZAPs'));
      await visit.until('It is owned', `text().includes('Glow Border is yours!')`);
      await browser.press('Escape');
      await walkTo(journey, '/upload');
      await chooseMp3({ visit, browser }, mp3);
      await visit.until('The file', `text().includes('outside-vbr-art.mp3')`);
      await describeTrack(journey, 'Made in the Open', 'The Outsiders');
      await sendTrack(journey);
      const [stored] = await server.sql()<{ messages: number; votes: number; bought: number; tracks: number }[]>`
        select (select count(*)::int from public.messages m where m.sender_id = u.id) as messages,
          (select count(*)::int from public.track_votes v where v.user_id = u.id) as votes,
          (select count(*)::int from public.zap_actions a where a.user_id = u.id and a.zap_value = -20) as bought,
          (select count(*)::int from public.tracks t where t.user_id = u.id and t.title = 'Made in the Open') as tracks
        from auth.users u where u.email = ${email}`;
      assert.deepEqual({ ...stored }, { messages: 2, votes: 1, bought: 1, tracks: 1 });
    },
  },
];
