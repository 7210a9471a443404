/**
 * Compiles a pattern of SQL's `like`: `%` is any text, `_` any one character, a backslash escapes the next character.
 * Null for a pattern that Postgres refuses. Matching takes one pass over the text, however many `%` there are, because
 * the pattern is untrusted.
 */
export function compileLike(pattern: string, ignoreCase: boolean): ((text: string) => boolean) | null {
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  /** The character that leads from each position of the pattern to the next, or null for any. */
  const steps: (string | null)[] = [];
  /** Positions of the pattern that accept any text. */
  const loops = new Set<number>();
  const characters = Array.from(fold(pattern));
  for (let i = 0; i < characters.length; i += 1) {
    const character = characters[i];
    if (character === '%') loops.add(steps.length);
    else if (character === '_') steps.push(null);
    else if (character !== '\\') steps.push(character ?? '');
    else if ((i += 1) < characters.length) steps.push(characters[i] ?? '');
    else return null;
  }
  return createWalk(steps, loops, fold);
}

/** Tracks all reachable positions at once, one bit each. */
function createWalk(
  steps: readonly (string | null)[],
  loops: ReadonlySet<number>,
  fold: (text: string) => string,
): (text: string) => boolean {
  const words = Math.floor(steps.length / 32) + 1;
  const bitsWhere = (isSet: (place: number) => boolean): Uint32Array => {
    const bits = new Uint32Array(words);
    for (let place = 0; place <= steps.length; place += 1) {
      if (isSet(place)) bits[place >> 5] = (bits[place >> 5] ?? 0) | (1 << (place & 31));
    }
    return bits;
  };
  const stays = bitsWhere((place) => loops.has(place));
  const anyStep = bitsWhere((place) => steps[place] === null);
  const stepsOf = new Map<string, Uint32Array>();
  for (const own of new Set(steps)) {
    if (own !== null)
      stepsOf.set(
        own,
        bitsWhere((place) => steps[place] === null || steps[place] === own),
      );
  }
  const end = steps.length;
  return (text) => {
    let places: Uint32Array = bitsWhere((place) => place === 0);
    let next: Uint32Array = new Uint32Array(words);
    for (const character of fold(text)) {
      const taken = stepsOf.get(character) ?? anyStep;
      let carry = 0;
      for (let word = 0; word < words; word += 1) {
        const here = places[word] ?? 0;
        const moving = here & (taken[word] ?? 0);
        next[word] = (moving << 1) | carry | (here & (stays[word] ?? 0));
        carry = moving >>> 31;
      }
      [places, next] = [next, places];
    }
    return (((places[end >> 5] ?? 0) >>> (end & 31)) & 1) === 1;
  };
}
