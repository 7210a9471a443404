import type { Row } from './ports.ts';

/** The revision at which a stored row had left the shelf (G-1); 0 for a row that did not leave. */
export function leftRevOf(row: Row): number {
  const rev = row['left_rev'];
  return typeof rev === 'number' ? rev : 0;
}

/** The row as one that had left the shelf at this revision; unchanged if it is of this revision or a later one. */
export function withLeft(row: Row, rev: number): Row {
  return rev > row.rev ? { ...row, left_rev: rev } : row;
}
