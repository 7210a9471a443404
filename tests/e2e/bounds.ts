import { expect, type Page } from '@playwright/test';

/**
 * Expects that no text overflows its block, and that the page does not scroll horizontally.
 * @param bearing how far a glyph may overhang its box, in px; larger for larger text
 */
export async function expectInBounds(page: Page, bearing = 1): Promise<void> {
  expect(await page.evaluate(textsOutside, bearing)).toEqual([]);
}

/** Runs in the page. */
function textsOutside(bearing: number): string[] {
  const clips = (element: Element) => getComputedStyle(element).overflowX !== 'visible';
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
    const textBox = range.getBoundingClientRect();
    // A box that clips its content may contain text for screen readers only, which is meant to overflow. So stop at such a box.
    for (let box: Element | null = parent; box; box = box.parentElement) {
      if (!isBlock(box)) continue;
      const { left, right } = box.getBoundingClientRect();
      const overhang = Math.max(left - textBox.left, textBox.right - right);
      if (clips(box)) break;
      if (overhang > bearing) {
        found.push(
          `${Math.round(overhang)} px of ${JSON.stringify(node.textContent.slice(0, 40))} in <${box.tagName}>`,
        );
        break;
      }
    }
  }
  return found;
}
