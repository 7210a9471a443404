/**
 * The marks to store: `fresh` ones replace those that were sent, which the server has checked. Marks that another leader stored meanwhile
 * stay, because the server has not checked them yet: they may come from another history (SY-8).
 */
export function mergeMarks(stored: readonly string[], sent: readonly string[], fresh: readonly string[]): string[] {
  return strongest([...stored.filter((mark) => !sent.includes(mark)), ...fresh]);
}

/** Keeps the latest mark of each run: a server that accepts it accepts the others too. */
function strongest(marks: readonly string[]): string[] {
  const latest = new Map<string, { mark: string; reached: string }>();
  for (const mark of marks) {
    // `<run>.<position>.<floor>.<mac>`; PostgreSQL writes a position as two 32-bit hexadecimal numbers.
    const [, run = mark, high = '', low = '', floor = ''] = /^([^.]+)\.(\w+)\/(\w+)\.(\d+)\./.exec(mark) ?? [];
    // Position and floor only rise within a run. Numbers of equal length compare as texts.
    const reached = high.padStart(8, '0') + low.padStart(8, '0') + floor.padStart(20, '0');
    const other = latest.get(run);
    if (!other || reached > other.reached) latest.set(run, { mark, reached });
  }
  return [...latest.values()].map(({ mark }) => mark);
}
