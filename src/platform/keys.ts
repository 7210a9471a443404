/** The deprecated `keyCode` of a key that an input method handles. */
const INPUT_METHOD_KEY_CODE = 229;

/**
 * Whether an input method handles this key, so that the app must ignore it. Safari ends the composition before the key event, so
 * `keyCode` is checked too.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === INPUT_METHOD_KEY_CODE;
}

const QUESTION_MARKS = /^[؟\u037e՞？]$/;

/** The printed Latin letter, else the Latin letter at the key's position (Russian ь is 'm'), else the key's name; '?' for the question marks of other scripts. */
export function shortcutKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  if (/^[A-Z][A-Za-z0-9]+$/.test(key)) return key;
  if (/\p{Script=Latin}/u.test(key)) return key.toLowerCase();
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter && /^[\p{L}\p{M}]+$/u.test(key)) return letter.toLowerCase();
  return QUESTION_MARKS.test(key) ? '?' : key;
}

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
 * Whether this is a touch device without a hardware key pressed so far. On-screen keyboards have no Shift+Enter, so Enter inserts
 * a line break (S-53).
 */
export function usesOnScreenKeyboard(): boolean {
  return coarse?.matches === true && !hasSeenHardwareKey;
}
