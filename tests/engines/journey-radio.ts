import assert from 'node:assert/strict';
import type { Step } from './journey.ts';
import { saveScreenshots } from './screenshots.ts';
import { AUDIBLE_DB, analyseSound } from './sound.ts';
import { by } from './visit.ts';

const bar = `document.querySelector('section[aria-label="Live radio"]')`;
/** Time limit for the station's sound after the press. */
const STATION_MS = 30_000;

export const listeningToTheRadio: readonly Step[] = [
  {
    title: 'the radio plays live, shows the current song, and is silent when stopped',
    async run({ visit }) {
      await visit.goto('/radio');
      await visit.until(
        'The radio page',
        `text().includes('Up next') && document.querySelectorAll('article').length > 0`,
      );
      await analyseSound(visit);
      const pressedAt = Date.now();
      await visit.press(by('button', 'Listen live'));
      await visit.until('On air', `${bar}?.dataset.state === 'onAir' && window.sounding.currentTime > 0.5`, STATION_MS);
      const tookMs = Date.now() - pressedAt;
      const loudness = await visit.until<number>(
        'Audible sound',
        `window.tone().db > ${AUDIBLE_DB} && window.tone().db`,
      );
      await visit.until(
        'The lock screen has the song',
        `navigator.mediaSession.metadata?.album === 'ON AIR' && ${bar}.textContent.includes(navigator.mediaSession.metadata.title)`,
      );
      await saveScreenshots(visit, 'radio');
      assert.ok(await visit.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'no sideways scrolling');
      await visit.press(by('main button', 'Stop radio'));
      await visit.until('It is stopped', `text().includes('Radio stopped.') && !window.sounding.hasAttribute('src')`);
      return `${tookMs} ms until it sounds, ${Math.round(loudness)} dB`;
    },
  },
];
