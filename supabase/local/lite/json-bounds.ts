/** Nested levels. The app's deepest request, a sync_push action, has five. */
const MAX_DEPTH = 64;
/** Keys of all objects. Fifty sync_push actions have 500. Each distinct key costs the parser a microsecond or more. */
const MAX_KEYS = 20_000;
/** Commas and opening brackets, which are about as many as the values. */
const MAX_VALUES = 200_000;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;

/**
 * Whether a text has so many opening brackets that JSON anywhere in it may be too deep. Brackets in quotes count too, because text before
 * the JSON may contain quotes.
 */
export function mayBeTooDeep(text: string): boolean {
  return text.split(/[[{]/, MAX_DEPTH + 2).length > MAX_DEPTH + 1;
}

/** Whether JSON exceeds these limits, which no request of the app does. Scans the bytes without parsing. */
export function isOutOfBounds(text: Buffer): boolean {
  let depth = 0;
  let keys = 0;
  let values = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (isInText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) isInText = true;
    else if (byte === COLON) keys += 1;
    else if (byte === COMMA) values += 1;
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      values += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return keys > MAX_KEYS || values > MAX_VALUES;
}
