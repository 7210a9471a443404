import assert from 'node:assert/strict';
import { playCountOf, playStateOf } from '../e2e/server-state.ts';
import { startApp, openBootPage } from './boot-page.ts';
import type { Journey, Step } from './journey.ts';
import { saveScreenshots, saveScreenshot } from './screenshots.ts';
import { currentTime, expectSilence, expectSound, listenIn, openPlayer, seekTo } from './sound.ts';
import { by } from './visit.ts';

const zaps = `document.querySelector('#profile-area')?.innerText.trim()`;
/** Time limit for the page to reconnect: while visible, it retries at least every minute (SY-18). */
const RETURN_MS = 75_000;
let playsBefore = 0;

async function expectSecondPlay({ server, email, kept }: Journey): Promise<void> {
  const playState = await playStateOf({ sql: server.sql() }, email);
  assert.deepEqual(
    { ...playState, totalListenMs: playState.totalListenMs >= 60_000 && playState.totalListenMs < 66_000 },
    { zaps: 3, ledgerSum: 3, playActions: 2, plays: 2, totalListenMs: true },
  );
  assert.equal(await playCountOf({ sql: server.sql() }, kept), playsBefore + 1);
}

export const offline: readonly Step[] = [
  {
    title: 'the worker controls the page; the server stops and the page is closed',
    async run({ visit, browser, server, kept }) {
      await visit.until('The worker', 'navigator.serviceWorker.ready.then(() => !!navigator.serviceWorker.controller)');
      playsBefore = await playCountOf({ sql: server.sql() }, kept);
      await server.stop();
      await browser.reopen();
    },
  },
  {
    title: 'an offline cold start shows Explore, signed in, with covers',
    async run({ visit, heard, kept }) {
      const started = Date.now();
      await visit.goto('/explore');
      await visit.until('The cards', `document.querySelectorAll('article').length > 3 && !!${by('button', 'You')}`);
      const tookMs = Date.now() - started;
      await visit.until('The offline button', `!!${by('button', /^Offline/)}`, 30_000);
      assert.equal(await visit.evaluate(zaps), '2');
      const covers = `[...document.images].filter((each) => each.getBoundingClientRect().top < innerHeight)`;
      await visit.until('The covers', `${covers}.length > 3 && ${covers}.every((each) => each.naturalWidth > 0)`);
      await visit.evaluate(`Promise.all(${covers}.map((each) => each.decode()))`);
      const within = `[...document.querySelectorAll('article')].filter((e) => !e.innerText.includes('Not saved on this device')).map((e) => e.ariaLabel.split(' by ')[0])`;
      assert.deepEqual(
        (await visit.evaluate<string[]>(within)).filter((each) => each !== 'Made Elsewhere').toSorted(),
        [heard, kept].toSorted(),
      );
      await saveScreenshots(visit, 'explore-offline');
      return `${tookMs} ms`;
    },
  },
  {
    title:
      'the kept track, pressed before the app loads, plays at once, continues and seeks offline, and its play is queued after 30 s',
    async run({ visit, kept }) {
      await openBootPage(visit, `html.includes('Not saved on this device')`);
      await listenIn(visit);
      await saveScreenshot(visit, 'before-app');
      const card = `[...before().querySelectorAll('article button')].find((e) => nameOf(e) === ${JSON.stringify(`Play ${kept}`)})`;
      await visit.press(card);
      await visit.until('It sounds before the app', 'window.sounding?.currentTime > 0.5 && !window.sounding.paused');
      const before = await currentTime(visit);
      await startApp(visit);
      await expectSound(visit);
      assert.ok((await currentTime(visit)) >= before, 'playback continues at its position');
      assert.ok((await visit.evaluate<number>('scrollY')) > 0, 'the page stays at the card that was scrolled to');
      await openPlayer(visit);
      const off = await seekTo(visit, 0.15);
      await expectSound(visit);
      await visit.press(by('button', 'Close player'));
      await visit.until('1 waiting', `!!${by('button', /^Offline. 1 waiting to send$/)}`, 50_000);
      await saveScreenshot(visit, 'waiting');
      // The next track would count as another play.
      await visit.press(by('button', 'Pause'));
      await expectSilence(visit);
      return `off by ${Math.round(off * 1000)} ms`;
    },
  },
  {
    title: 'the server is back: the play counts once and earns one ZAP',
    async run(journey) {
      const { visit, server } = journey;
      await server.start();
      const back = Date.now();
      await visit.until('Online with 3 ZAPs', `!${by('button', /^Offline/)} && ${zaps} === '3'`, RETURN_MS);
      const tookS = (Date.now() - back) / 1000;
      await visit.until('Nothing waits', `!/waiting to send/.test(document.body.textContent)`);
      await expectSecondPlay(journey);
      await visit.goto('/explore');
      await visit.until('The balance', `${zaps} === '3'`);
      await expectSecondPlay(journey);
      return `${tookS.toFixed(1)} s after the server answered`;
    },
  },
];
