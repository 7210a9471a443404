import assert from 'node:assert/strict';
import { playStateOf } from '../e2e/server-state.ts';
import type { Step } from './journey.ts';
import { saveScreenshots, saveScreenshot } from './screenshots.ts';
import { currentTime, expectSilence, expectSound, listenIn, openPlayer, seekTo } from './sound.ts';
import { by } from './visit.ts';

export const currentTitle = `document.querySelector('[aria-label^="Open player, "]')?.ariaLabel.replace('Open player, ', '')`;
const saved = by('button', 'Saved on this device. Remove');

export const listening: readonly Step[] = [
  {
    title: 'Tab moves through the page with a visible focus ring',
    async run({ visit, browser }) {
      const ring = `(() => { const s = getComputedStyle(document.activeElement);
        return [nameOf(document.activeElement).slice(0, 24), s.outlineStyle, s.outlineWidth, document.activeElement.matches(':focus-visible')]; })()`;
      const seen: string[] = [];
      for (let tabs = 0; tabs < 7; tabs++) {
        await browser.press('Tab');
        const [name, style, width, visible] = await visit.evaluate<[string, string, string, boolean]>(ring);
        assert.ok(visible && style !== 'none' && parseFloat(width) >= 2, `${name} has a ring: ${style} ${width}`);
        seen.push(name);
        if (tabs === 6) await saveScreenshot(visit, 'focus-card');
      }
      return seen.join(' › ');
    },
  },
  {
    title: 'a card plays: the time advances, and stops when paused',
    async run({ visit }) {
      await listenIn(visit);
      await visit.press(by('article button', /^Play /));
      await expectSound(visit);
      await openPlayer(visit);
      await visit.press(by('button', 'Pause'));
      await expectSilence(visit);
      await visit.press(by('button', 'Play'));
      await expectSound(visit);
      await visit.until(
        'The lock screen has the track',
        `navigator.mediaSession.metadata?.title === ${currentTitle} && navigator.mediaSession.playbackState === 'playing'`,
      );
      await saveScreenshots(visit, 'now-playing');
    },
  },
  {
    title: 'a press on the seek line seeks to that point, and playback continues there',
    async run({ visit, browser }) {
      const offs = [await seekTo(visit, 0.5)];
      await expectSound(visit);
      await visit.evaluate('seek().focus()');
      const before = await currentTime(visit);
      await browser.press('ArrowLeft');
      await visit.until('An arrow key goes back by 10 s', `window.sounding.currentTime < ${before} - 5`);
      offs.push(await seekTo(visit, 0.05));
      await expectSound(visit);
      return `off by ${offs.map((off) => `${Math.round(off * 1000)} ms`).join(' and ')}`;
    },
  },
  {
    title: '30 s of listening earn a ZAP: in the page, in the balance and in the ledger',
    async run(journey) {
      const { visit, server, email } = journey;
      await visit.until('+1 earned', `text().includes('+1 earned')`, 50_000);
      await visit.until('The balance', `document.querySelector('#profile-area')?.innerText.trim() === '2'`);
      journey.heard = await visit.evaluate<string>(currentTitle);
      const playState = await playStateOf({ sql: server.sql() }, email);
      assert.deepEqual(
        { ...playState, totalListenMs: playState.totalListenMs >= 30_000 && playState.totalListenMs < 33_000 },
        { zaps: 2, ledgerSum: 2, playActions: 1, plays: 1, totalListenMs: true },
      );
    },
  },
  {
    title: 'the track and a later one are kept on the device',
    async run(journey) {
      const { visit, heard } = journey;
      await visit.press(by('button', 'Save on this device'));
      await visit.until('The first is kept', `!!${saved}`);
      await visit.press(by('button', 'Queue'));
      const sixth = `top().querySelectorAll('li')[5]?.querySelector('button')`;
      journey.kept = await visit.until<string>('The queue', `${sixth}?.ariaLabel.replace('Play ', '')`);
      await visit.press(sixth);
      await visit.press(by('button', 'Back to player'));
      await visit.until('The sixth track', `${currentTitle} === ${JSON.stringify(journey.kept)}`);
      await visit.until('It plays', `player()?.dataset.state === 'playing'`);
      await visit.press(by('button', 'Pause'));
      await visit.press(by('button', 'Save on this device'));
      await visit.until('The second is kept', `!!${saved}`);
      await visit.press(by('button', 'Close player'));
      return `${heard} and ${journey.kept}`;
    },
  },
];
