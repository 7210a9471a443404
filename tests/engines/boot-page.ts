import assert from 'node:assert/strict';
import { phone } from './screenshots.ts';
import type { Visit } from './visit.ts';

const cardsIn = (within: string) => `[...${within}.querySelectorAll('article')].map((card) => {
  const { x, width, height } = card.getBoundingClientRect();
  const { color, fontFamily } = getComputedStyle(card);
  return [card.getAttribute('aria-label'), ...[x, width, height].map(Math.round), color, fontFamily].join(' ');
})`;

/**
 * Opens Explore's boot page from a snapshot, with the app's start held back.
 * @param isExpected an expression over the snapshot's `width`, `theme` and `html`: wait for such a snapshot
 */
export async function openBootPage(visit: Visit, isExpected: string): Promise<void> {
  await visit.goto('/explore');
  await visit.until(
    'The snapshot is stored',
    `Object.entries(localStorage).some(([key, text]) => {
      if (!key.endsWith(':page /explore')) return false;
      const { width, theme, html } = JSON.parse(text);
      return width === ${phone.width} && (${isExpected});
    })`,
  );
  await visit.evaluate(`localStorage.setItem('appWaits', 'yes')`);
  await visit.goto('/explore');
  await visit.until('The snapshot', `before()?.querySelectorAll('article').length > 3 && !!window.startApp`);
}

/** Lets the app start, and expects its cards to match the boot page's in place, size, colour and font. */
export async function startApp(visit: Visit): Promise<void> {
  const bootCards = await visit.evaluate<string[]>(cardsIn('before()'));
  await visit.evaluate('startApp()');
  // The app renders the rows below the window later.
  await visit.until(
    'The app',
    `!document.querySelector('#before') && document.querySelectorAll('main article').length >= ${bootCards.length}`,
  );
  const appCards = await visit.evaluate<string[]>(cardsIn(`document.querySelector('main')`));
  assert.deepEqual(appCards.slice(0, bootCards.length), bootCards);
}
