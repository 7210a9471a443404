/** The deprecated `keyCode` of a key that an input method handles. */
const INPUT_METHOD_KEY_CODE = 229;

/**
 * Whether an input method handles this key, such as the Enter that confirms a character; then ignore the key. Safari ends
 * the composition before it fires the key event, so only `keyCode` shows it.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === INPUT_METHOD_KEY_CODE;
}

/** The question mark of Arabic, Greek, Armenian and full-width layouts. */
const QUESTION_MARKS = /^[؟\u037e՞？]$/;

/**
 * The key to match shortcuts with: the printed letter in lower case if it is Latin (also on AZERTY and Dvorak), on
 * other layouts the Latin letter at its position (Russian ь is 'm'), else the key's name ('ArrowUp', ' ', '?').
 */
export function shortcutKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  // 'Enter', 'F1', 'Dead'
  if (/^[A-Z][A-Za-z0-9]+$/.test(key)) return key;
  if (/\p{Script=Latin}/u.test(key)) return key.toLowerCase();
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter && /^[\p{L}\p{M}]+$/u.test(key)) return letter.toLowerCase();
  return QUESTION_MARKS.test(key) ? '?' : key;
}

/** Keys that on-screen keyboards do not have. */
const HARDWARE_KEYS = /^(Tab|Escape|Control|Alt|Meta|AltGraph|CapsLock|Arrow.+|Home|End|Page(Up|Down)|F\d+)$/;

let hasSeenHardwareKey = false;
const coarse = typeof window === 'undefined' ? null : window.matchMedia('(pointer: coarse)');
if (coarse) {
  const check = (event: KeyboardEvent) => {
    if (!HARDWARE_KEYS.test(event.key) || isComposing(event)) return;
    hasSeenHardwareKey = true;
    window.removeEventListener('keydown', check, true);
  };
  window.addEventListener('keydown', check, true);
}

/**
 * Whether the person types on an on-screen keyboard: the primary pointer is coarse, and no hardware-only key has been
 * pressed. Enter then breaks the line, because there is no Shift+Enter (S-53).
 */
export function usesOnScreenKeyboard(): boolean {
  return coarse?.matches === true && !hasSeenHardwareKey;
}
