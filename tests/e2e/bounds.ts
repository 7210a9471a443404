import { expect, type Page } from '@playwright/test';

/**
 * No page scrolls sideways, and no words stand outside of the box they belong to, unless it cuts or scrolls them.
 * @param bearing what a letter may reach out of its box, in px: it grows with the text
 */
export async function expectInBounds(page: Page, bearing = 1): Promise<void> {
  expect(await page.evaluate(wordsOutside, bearing)).toEqual([]);
}

/** Runs in the page. @returns what is outside, and by how much */
function wordsOutside(bearing: number): string[] {
  const cuts = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
  const isBlock = (element: Element) => !/^(inline|contents)$/.test(getComputedStyle(element).display);
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`the page, ${scrollWidth} of ${clientWidth} px`);
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent?.checkVisibility() || !node.textContent?.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const words = range.getBoundingClientRect();
    // Words for screen readers alone are in a box of a pixel.
    for (let box: Element | null = parent; box; box = box.parentElement) {
      if (!isBlock(box)) continue;
      const { left, right } = box.getBoundingClientRect();
      const outside = Math.max(left - words.left, words.right - right);
      if (cuts(box)) break;
      if (outside > bearing) {
        found.push(`${Math.round(outside)} px of ${JSON.stringify(node.textContent.slice(0, 40))} in <${box.tagName}>`);
        break;
      }
    }
  }
  return found;
}
