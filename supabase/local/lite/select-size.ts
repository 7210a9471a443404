/** Tables that one `select` may name beside its own: one within another, and in all. */
const MOST_DEEP = 3;
const MOST_IN_ALL = 8;

/**
 * Whether a request to REST asks for rows within rows within rows beyond what anybody needs. Each level multiplies the one above it:
 * with six of them a line of text is answered by 100 MB.
 */
export function selectsTooMuch({ searchParams }: URL): boolean {
  return searchParams.getAll('select').some((select) => {
    let depth = 0;
    let named = 0;
    for (const char of select) {
      if (char === '(') {
        depth += 1;
        named += 1;
        if (depth > MOST_DEEP || named > MOST_IN_ALL) return true;
      } else if (char === ')') depth -= 1;
    }
    return false;
  });
}
