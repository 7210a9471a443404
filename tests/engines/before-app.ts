import assert from 'node:assert/strict';
import { phone } from './looks.ts';
import type { Visit } from './visit.ts';

/** Where and in which colours the cards of Explore stand, by their names, in whole px. */
const cardsIn = (within: string) => `[...${within}.querySelectorAll('article')].map((card) => {
  const { x, width, height } = card.getBoundingClientRect();
  const { color, fontFamily } = getComputedStyle(card);
  return [card.getAttribute('aria-label'), ...[x, width, height].map(Math.round), color, fontFamily].join(' ');
})`;

/**
 * Opens Explore once it is kept as an expression about its markup says, with nothing but what stands before the app: the app waits to
 * be let in.
 */
export async function openBeforeApp(visit: Visit, isKeptSo: string): Promise<void> {
  await visit.goto('/explore');
  await visit.until(
    'The page is kept',
    `Object.entries(localStorage).some(([key, text]) => {
      if (!key.endsWith(':page /explore')) return false;
      const { width, theme, html } = JSON.parse(text);
      return width === ${phone.width} && (${isKeptSo});
    })`,
  );
  await visit.ask(`localStorage.setItem('appWaits', 'yes')`);
  await visit.goto('/explore');
  await visit.until('What was last seen', `before()?.querySelectorAll('article').length > 3 && !!window.letAppIn`);
}

/** Lets the app in, and expects its cards where those before it stood. */
export async function letAppIn(visit: Visit): Promise<void> {
  const stood = await visit.ask<string[]>(cardsIn('before()'));
  await visit.ask('letAppIn()');
  await visit.until('The app', `!document.querySelector('#before') && !!document.querySelector('article')`);
  const stand = await visit.ask<string[]>(cardsIn(`document.querySelector('main')`));
  assert.deepEqual(stand.slice(0, stood.length), stood);
}
