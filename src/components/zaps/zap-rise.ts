/** Window event that shows a rising badge. Its detail is `{ amount, x, y }`, in px of the viewport. */
export const ZAP_EVENT = 'zapAnimationTrigger';
/** How far the badge rises, in px. */
export const RISE_PX = 56;

/** Shows a badge that rises to the element with the id profile-area. If that is missing or hidden: near the top right corner. */
export function triggerZapBadge(amount: number): void {
  const target = document.getElementById('profile-area')?.getBoundingClientRect();
  const x = target && target.width > 0 ? target.left + target.width / 2 : window.innerWidth - 60;
  const y = (target && target.width > 0 ? target.bottom : 60) + RISE_PX;
  window.dispatchEvent(new CustomEvent(ZAP_EVENT, { detail: { amount, x, y } }));
}
