/** The radio's states as the interface knows them. */
export type RadioState = 'off' | 'connecting' | 'onAir' | 'reconnecting' | 'blocked' | 'paused';

/** Whether the radio is on and silent until a press, the person's pause or the browser's refusal. */
export function isHeld(state: RadioState): boolean {
  return state === 'paused' || state === 'blocked';
}
