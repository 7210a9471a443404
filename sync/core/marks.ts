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

/**
 * Of several marks of one run only the latest: a server that does not refute it refutes none of the others.
 */
function strongest(marks: readonly string[]): string[] {
  const latest = new Map<string, Claim>();
  for (const mark of marks) {
    const claim = claimOf(mark);
    const other = latest.get(claim.run);
    const isLater =
      !other || claim.position > other.position || (claim.position === other.position && claim.floor > other.floor);
    if (isLater) latest.set(claim.run, claim);
  }
  return [...latest.values()].map(({ mark }) => mark);
}

/** How far its server had come when it gave a mark. Both numbers only rise within a run. */
interface Claim {
  mark: string;
  run: string;
  position: bigint;
  floor: bigint;
}

/**
 * A mark is `<run>.<position>.<floor>.<mac>`, with the position as PostgreSQL writes one: two hexadecimal numbers of 32 bits. A mark of
 * another form stands for itself.
 */
function claimOf(mark: string): Claim {
  const [, run, high, low, floor] = /^([^.]+)\.([0-9A-F]{1,8})\/([0-9A-F]{1,8})\.(\d+)\./.exec(mark) ?? [];
  if (run === undefined) return { mark, run: mark, position: 0n, floor: 0n };
  return { mark, run, position: (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`), floor: BigInt(floor ?? 0) };
}
