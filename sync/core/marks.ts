/**
 * The marks of a replica with those of a page or digest (SY-8). A page's own mark replaces those it was requested with, which the
 * server has checked. Marks that another leader stored meanwhile stay, because its page may belong to another history.
 * @param stored the marks on the disk
 * @param sent the marks that the page was requested with; none for a digest, and before the rows of a page are stored
 * @param fresh the mark of the page or digest, or those of the requesting cursor if it has none
 */
export function mergeMarks(stored: readonly string[], sent: readonly string[], fresh: readonly string[]): string[] {
  return strongest([...stored.filter((mark) => !sent.includes(mark)), ...fresh]);
}

/** Of several marks of one run only the latest: a server that does not refute it refutes none of the others. */
function strongest(marks: readonly string[]): string[] {
  const latest = new Map<string, { mark: string; reached: string }>();
  for (const mark of marks) {
    // A mark is `<run>.<position>.<floor>.<mac>`, with the position as PostgreSQL writes one: two hexadecimal numbers of 32 bits.
    // A mark of another form stands for itself.
    const [, run = mark, high = '', low = '', floor = ''] = /^([^.]+)\.(\w+)\/(\w+)\.(\d+)\./.exec(mark) ?? [];
    // Both the position and the floor only rise within a run. As long as each other, numbers compare as texts.
    const reached = high.padStart(8, '0') + low.padStart(8, '0') + floor.padStart(20, '0');
    const other = latest.get(run);
    if (!other || reached > other.reached) latest.set(run, { mark, reached });
  }
  return [...latest.values()].map(({ mark }) => mark);
}
