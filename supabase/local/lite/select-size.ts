/** Embedded tables in one `select`: nested within each other, and in total. */
const MAX_DEPTH = 3;
const MAX_TOTAL = 8;

/** Whether a `select` exceeds the limits. Each nesting level multiplies the rows: a `select` with six levels requests 100 MB. */
export function selectsTooMuch({ searchParams }: URL): boolean {
  return searchParams.getAll('select').some((select) => {
    let depth = 0;
    let named = 0;
    for (const char of select) {
      if (char === '(') {
        depth += 1;
        named += 1;
        if (depth > MAX_DEPTH || named > MAX_TOTAL) return true;
      } else if (char === ')') depth -= 1;
    }
    return false;
  });
}
