/** The window event that lets a badge rise: `{ amount, x, y }`, the position in px of the viewport. */
export const ZAP_EVENT = 'zapAnimationTrigger';
/** How far it rises, in px. */
export const RISE_PX = 56;

/** Lets a badge rise to the element with the id profile-area, or near the top right corner when it is absent. */
export function triggerZapBadge(amount: number): void {
  const target = document.getElementById('profile-area')?.getBoundingClientRect();
  const x = target && target.width > 0 ? target.left + target.width / 2 : window.innerWidth - 60;
  const y = (target && target.width > 0 ? target.bottom : 60) + RISE_PX;
  window.dispatchEvent(new CustomEvent(ZAP_EVENT, { detail: { amount, x, y } }));
}
