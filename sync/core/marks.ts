/**
 * The marks of a replica once a page is stored (SY-8). What the page was asked with is proved by the page's own mark: the server has
 * compared them. What another leader has stored meanwhile stays, for its page may be of another history.
 * @param stored the marks on the disk
 * @param judged the marks that the page was asked with
 * @param own the mark of the page; those it was asked with where it has none
 */
export function mergeMarks(stored: readonly string[], judged: readonly string[], own: readonly string[]): string[] {
  return [...new Set([...stored.filter((mark) => !judged.includes(mark)), ...own])];
}
