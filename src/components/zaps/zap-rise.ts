/** Window event that shows a badge. Its detail is `{ amount, x, y }`, with x and y in px of the viewport. */
export const ZAP_EVENT = 'zapAnimationTrigger';
/** How far a badge rises; the keyframes 'rise' have the same distance. */
export const RISE_PX = 56;

/** Shows a badge that rises to `#profile-area`, or near the top right corner if that element is missing or hidden. */
export function triggerZapBadge(amount: number): void {
  const target = document.getElementById('profile-area')?.getBoundingClientRect();
  const x = target && target.width > 0 ? target.left + target.width / 2 : window.innerWidth - 60;
  const y = (target && target.width > 0 ? target.bottom : 60) + RISE_PX;
  window.dispatchEvent(new CustomEvent(ZAP_EVENT, { detail: { amount, x, y } }));
}
