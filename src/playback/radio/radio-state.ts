/** The radio's states as the UI sees them. */
export type RadioState = 'off' | 'connecting' | 'onAir' | 'reconnecting' | 'blocked' | 'paused';

/** Whether the radio is on but silent until a press: paused, or blocked by the browser. */
export function isHeld(state: RadioState): boolean {
  return state === 'paused' || state === 'blocked';
}
