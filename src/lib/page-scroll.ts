let comingTop: number | null = null;

/** Says how far down a page will stand that is drawn next, in px; null: where the window is. */
export function comesAt(top: number | null): void {
  comingTop = top;
}

let heldTop: number | null = null;

/** Says where a page is held, in px, while it gets its height; null: nowhere. */
export function holdsAt(top: number | null): void {
  heldTop = top;
}

/** How far down the page is left, in px: where it is held, also before it is as high. */
export function leftAt(): number {
  return heldTop ?? window.scrollY;
}

/** How far down a page stands while it is drawn, in px. The window itself is still where the page before it was left. */
export function pageTop(): number {
  return comingTop ?? window.scrollY;
}
