import type { KeyboardEvent } from 'react';
import { isComposing } from '../../platform/keys.ts';

/**
 * Moves the focus with the up and down keys: from the search field to the first row in view, and between the rows of all lists, to each
 * row's first control.
 */
export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const { key, target, currentTarget } = event;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isComposing(event.nativeEvent)) return;
  if (!(target instanceof HTMLElement)) return;
  const rows = [...currentTarget.querySelectorAll('[role=listitem]')];
  const field = currentTarget.querySelector<HTMLElement>('input[type=search]');
  const row = target.closest('[role=listitem]');
  if (row) {
    // Also at either end: the arrow keys outside a list change the volume.
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

/** Whether no row between these is missing because it is out of view. */
function areNeighbours(row: Element, next: Element): boolean {
  if (row.parentElement === next.parentElement) return Math.abs(positionOf(row) - positionOf(next)) === 1;
  const [above, below] =
    row.compareDocumentPosition(next) === Node.DOCUMENT_POSITION_FOLLOWING ? [row, next] : [next, row];
  return positionOf(above) === Number(above.getAttribute('aria-setsize')) && positionOf(below) === 1;
}
