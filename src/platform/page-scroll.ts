let pendingTop: number | null = null;

/** Sets the scroll position of the next page in px; null for the window's current position. */
export function setPendingScrollTop(top: number | null): void {
  pendingTop = top;
}

/** Scroll position of the page being rendered, in px. The window still has the previous page's position. */
export function pageTop(): number {
  return pendingTop ?? window.scrollY;
}
