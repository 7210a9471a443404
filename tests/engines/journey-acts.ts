import assert from 'node:assert/strict';
import type { Step } from './journey.ts';
import { findArtist } from './journey-scene.ts';
import { saveScreenshot } from './screenshots.ts';
import { by } from './visit.ts';

export const acting: readonly Step[] = [
  {
    title: 'the rewards of the day are claimed, and the tests of the debug page pass',
    async run({ visit, server, email }) {
      await visit.press(by('main button', 'Claim 2 ZAPs'));
      await visit.press(by('main button', /^Claim \+\d ⚡$/));
      await visit.until('Both are claimed', `text().split('Claimed Today!').length === 3`);
      await saveScreenshot(visit, 'claimed');
      const [claimed] = await server.sql()<{ count: number }[]>`
        select count(*)::int from public.zap_actions a join auth.users u on u.id = a.user_id
        where u.email = ${email} and a.action_type in ('claim', 'daily_gift')`;
      assert.equal(claimed?.count, 2);
      await visit.goto('/test/zaps');
      await visit.press(by('button', 'Run the tests'));
      await visit.until('The tests pass', `text().includes('3 of 3 passed')`);
      await saveScreenshot(visit, 'debug-suite');
    },
  },
  {
    title: 'a vote is cast, a track is reported, and something is bought',
    async run(journey) {
      const { visit, browser, server, email } = journey;
      await visit.goto(`/track/${(await findArtist(journey)).track}`);
      // The player bar appears after the page, and covers its bottom.
      await visit.until('The bar', '!!player()');
      await visit.press(by('main input', '4 of 5'));
      await visit.press(by('button', 'Vote 4 for 5 ⚡'));
      await visit.until('The vote', `text().includes('Vote cast!')`);
      await saveScreenshot(visit, 'voted');
      await visit.press(by('main button', 'More'));
      await visit.press(by('button', 'Report'));
      await visit.press(by('label', /Spam or a scam/));
      await saveScreenshot(visit, 'report');
      await visit.press(by('button', 'Send report'));
      await visit.until('The report', `text().includes('Report sent')`);
      await visit.goto('/store');
      await visit.press(by('button', 'Open ZAP Store'));
      await visit.press(by('button', 'Buy for 20 ZAPs'));
      await saveScreenshot(visit, 'buying');
      await visit.press(by('button', 'Buy for 20 ZAPs'));
      await visit.until('It is owned', `text().includes('Glow Border is yours!')`);
      await saveScreenshot(visit, 'store-dialog');
      await browser.press('Escape');
      const [done] = await server.sql()<{ votes: number; reports: number; bought: number }[]>`
        select (select count(*)::int from public.track_votes v where v.user_id = u.id and v.vote_weight = 4) as votes,
          (select count(*)::int from public.reports r where r.reporter_id = u.id) as reports,
          (select count(*)::int from public.zap_actions a where a.user_id = u.id and a.zap_value = -20) as bought
        from auth.users u where u.email = ${email}`;
      assert.deepEqual({ ...done }, { votes: 1, reports: 1, bought: 1 });
    },
  },
];
