import type { KeyboardEvent } from 'react';
import { isComposing } from '../../platform/keys.ts';

/** Moves the focus with the up and down keys, from the search field through the first control of each row. */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isComposing(event.nativeEvent)) return;
  if (!(target instanceof HTMLElement)) return;
  const rows = [...currentTarget.querySelectorAll('[role=listitem]')];
  const field = currentTarget.querySelector<HTMLElement>('input[type=search]');
  const row = target.closest('[role=listitem]');
  if (row) {
    // Prevent the default at either end of the list too, or the key would change the volume.
    event.preventDefault();
    const next = rows[rows.indexOf(row) + (key === 'ArrowDown' ? 1 : -1)];
    if (next) {
      if (areNeighbours(row, next)) focusRow(next);
    } else if (key === 'ArrowUp') field?.focus();
    return;
  }
  if (target !== field || key !== 'ArrowDown') return;
  const bottom = field.getBoundingClientRect().bottom;
  const first = rows.find((candidate) => candidate.getBoundingClientRect().top >= bottom);
  if (!first) return;
  event.preventDefault();
  focusRow(first);
}

function focusRow(row: Element): void {
  row.querySelector<HTMLElement>('a, button')?.focus();
}

const positionOf = (row: Element) => Number(row.getAttribute('aria-posinset'));

/**
 * Whether two rows follow each other, in one list or across two. A windowed list renders only rows in view, so the next row in the DOM may
 * not be the next row of the list.
 */
function areNeighbours(row: Element, next: Element): boolean {
  if (row.closest('[role=list]') === next.closest('[role=list]'))
    return Math.abs(positionOf(row) - positionOf(next)) === 1;
  const [above, below] =
    row.compareDocumentPosition(next) === Node.DOCUMENT_POSITION_FOLLOWING ? [row, next] : [next, row];
  return positionOf(above) === Number(above.getAttribute('aria-setsize')) && positionOf(below) === 1;
}
