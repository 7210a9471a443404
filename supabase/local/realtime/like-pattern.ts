/**
 * Reads a pattern of SQL's `like`: `%` is any text, `_` any one character, a backslash takes the next one as it is. Null for
 * a pattern that Postgres refuses. The test walks once through its text, however many `%` there are: the pattern comes from a
 * stranger.
 */
export function compileLike(pattern: string, ignoreCase: boolean): ((text: string) => boolean) | null {
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  /** What takes the pattern from each place to the next: a character, or null for any. */
  const steps: (string | null)[] = [];
  /** Places of the pattern at which any text may come. */
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

/** Follows all places that the text so far may have reached at once, each of them a bit. */
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
