/** What browsers put into the deprecated `keyCode` where an input method has the key. */
const TAKEN_BY_INPUT_METHOD = 229;

/**
 * Whether an input method has this key, as Enter that ends the choice of a character: it is nobody else's. Safari ends the composition
 * before it sends the key, and only the code still tells.
 */
export function isComposing(event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return event.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD;
}

/** The question mark of Arabic, Greek, Armenian and full-width layouts. */
const QUESTION_MARKS = /^[؟\u037e՞？]$/;

/**
 * The key by which a shortcut is known: the printed letter in lower case where it is Latin (on AZERTY and Dvorak the printed one), on
 * other layouts the Latin letter of its place (ь is 'm' on a Russian one), and else the key's own name ('ArrowUp', ' ', '?').
 */
export function shortcutKey({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string {
  // 'Enter', 'F1', 'Dead'
  if (/^[A-Z][A-Za-z0-9]+$/.test(key)) return key;
  if (/\p{Script=Latin}/u.test(key)) return key.toLowerCase();
  const place = /^Key([A-Z])$/.exec(code)?.[1];
  if (place && /^[\p{L}\p{M}]+$/u.test(key)) return place.toLowerCase();
  return QUESTION_MARKS.test(key) ? '?' : key;
}

/** Keys that on-screen keyboards do not have. */
const HARDWARE_KEYS = /^(Tab|Escape|Control|Alt|Meta|AltGraph|CapsLock|Arrow.+|Home|End|Page(Up|Down)|F\d+)$/;

let hasSeenHardwareKey = false;
const coarse = typeof window === 'undefined' ? null : window.matchMedia('(pointer: coarse)');
if (coarse) {
  const look = (event: KeyboardEvent) => {
    if (!HARDWARE_KEYS.test(event.key) || isComposing(event)) return;
    hasSeenHardwareKey = true;
    window.removeEventListener('keydown', look, true);
  };
  window.addEventListener('keydown', look, true);
}

/**
 * Whether one types on the screen: the primary pointer is a finger, and no key was pressed that only a keyboard of its own has. Enter
 * breaks the line there, for there is no Shift+Enter (S-53).
 */
export function typesOnScreen(): boolean {
  return coarse?.matches === true && !hasSeenHardwareKey;
}
