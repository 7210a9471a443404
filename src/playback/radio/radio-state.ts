export type RadioState = 'off' | 'connecting' | 'onAir' | 'reconnecting' | 'blocked' | 'paused';

/** Whether the radio is on, but silent until a press. */
export function isHeld(state: RadioState): boolean {
  return state === 'paused' || state === 'blocked';
}
