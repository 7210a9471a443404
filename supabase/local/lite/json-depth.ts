/** Deeper than anything that the app sends: an action of sync_push has five levels. */
const MOST_DEEP = 64;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Whether a JSON text nests more than any request of ours. Judged by its bytes, without reading it. */
export function isTooDeep(text: Buffer): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at];
    if (isInText) {
      if (byte === BACKSLASH) at += 1;
      else if (byte === QUOTE) isInText = false;
    } else if (byte === QUOTE) isInText = true;
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > MOST_DEEP) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return false;
}
