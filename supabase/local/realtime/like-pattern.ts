/**
 * Compiles a pattern of SQL's LIKE; null for a pattern that Postgres refuses. Matching never backtracks, because the
 * pattern is untrusted.
 */
export function compileLike(pattern: string, ignoreCase: boolean): ((text: string) => boolean) | null {
  const fold = (text: string) => (ignoreCase ? text.toLowerCase() : text);
  /** Each step consumes a character; null matches any. */
  const steps: (string | null)[] = [];
  /** At these positions the pattern accepts any text. */
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
  return createMatcher(steps, loops, fold);
}

/** Tracks all reachable positions of the pattern at once, one bit each. */
function createMatcher(
  steps: readonly (string | null)[],
  loops: ReadonlySet<number>,
  fold: (text: string) => string,
): (text: string) => boolean {
  const wordCount = Math.floor(steps.length / 32) + 1;
  const bitsWhere = (isSet: (position: number) => boolean): Uint32Array => {
    const bits = new Uint32Array(wordCount);
    for (let position = 0; position <= steps.length; position += 1) {
      if (isSet(position)) bits[position >> 5] = (bits[position >> 5] ?? 0) | (1 << (position & 31));
    }
    return bits;
  };
  const loopBits = bitsWhere((position) => loops.has(position));
  const wildcardSteps = bitsWhere((position) => steps[position] === null);
  const stepsOf = new Map<string, Uint32Array>();
  for (const character of new Set(steps)) {
    if (character !== null)
      stepsOf.set(
        character,
        bitsWhere((position) => steps[position] === null || steps[position] === character),
      );
  }
  const end = steps.length;
  return (text) => {
    let reachable: Uint32Array = bitsWhere((position) => position === 0);
    let next: Uint32Array = new Uint32Array(wordCount);
    for (const character of fold(text)) {
      const matchingSteps = stepsOf.get(character) ?? wildcardSteps;
      let carry = 0;
      for (let word = 0; word < wordCount; word += 1) {
        const current = reachable[word] ?? 0;
        const moving = current & (matchingSteps[word] ?? 0);
        next[word] = (moving << 1) | carry | (current & (loopBits[word] ?? 0));
        carry = moving >>> 31;
      }
      [reachable, next] = [next, reachable];
    }
    return (((reachable[end >> 5] ?? 0) >>> (end & 31)) & 1) === 1;
  };
}
