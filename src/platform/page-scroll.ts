let pendingTop: number | null = null;

/** Sets the scroll position that the next page will have, in px; null: the window's current one. */
export function setPendingScrollTop(top: number | null): void {
  pendingTop = top;
}

/** The scroll position of the page being rendered, in px. The window still has the previous page's position then. */
export function pageTop(): number {
  return pendingTop ?? window.scrollY;
}
