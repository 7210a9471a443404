import type { FirstPaint } from './kept-page.ts';

/** The list of this name in what stands before the app, which the app's own is drawn like; null once the app has taken its place. */
export function standingList(label: string): Element | null {
  const before: FirstPaint | undefined = window.firstPaint;
  const lists = before?.tree.querySelectorAll('[role=list]') ?? [];
  return [...lists].find((list) => list.getAttribute('aria-label') === label) ?? null;
}
