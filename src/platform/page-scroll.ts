let comingTop: number | null = null;

/** Says how far down a page will stand that is drawn next, in px; null: where the window is. */
export function comesAt(top: number | null): void {
  comingTop = top;
}

/** How far down a page stands while it is drawn, in px. The window itself is still where the page before it was left. */
export function pageTop(): number {
  return comingTop ?? window.scrollY;
}
