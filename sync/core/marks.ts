/**
 * The marks of a replica after a page was stored (SY-8). The page's own mark replaces those it was requested with, which the
 * server has checked. Marks that another leader stored meanwhile stay, because its page may belong to another history.
 * @param stored the marks on the disk
 * @param sent the marks that the page was requested with
 * @param fresh the mark of the page, or the sent ones if it has none
 */
export function mergeMarks(stored: readonly string[], sent: readonly string[], fresh: readonly string[]): string[] {
  return [...new Set([...stored.filter((mark) => !sent.includes(mark)), ...fresh])];
}
