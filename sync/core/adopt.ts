import { mergeMarks } from './marks.ts';
import type { Adopted, Cursor } from './ports.ts';

/**
 * The cursor to store after a page.
 *
 * @param stored the present cursor: visits, digests or other leaders may have changed it since `next` was computed
 * @param sent marks of the request
 */
export function mergeCursor(stored: Cursor, next: Cursor, sent: readonly string[]): Cursor {
  return {
    ...next,
    marks: mergeMarks(stored.marks, sent, next.marks),
    conversationStarts: stored.conversationStarts ?? next.conversationStarts,
  };
}

/**
 * The cursor to store before the rows of an answer: with the answer's epoch and mark, and for the first answer its floor as `filledFrom`. Null
 * if the rows must not be stored (SY-7, SY-8).
 */
export function adopt(stored: Cursor, answer: Adopted): Cursor | null {
  const { generation, epoch, mark, filledFrom, floor } = answer;
  if (stored.generation !== generation || (stored.epoch !== null && stored.epoch !== epoch)) return null;
  if (stored.filledFrom !== filledFrom) return null;
  const marks = mergeMarks(stored.marks, [], mark === null ? [] : [mark]);
  return { ...stored, epoch, filledFrom: filledFrom ?? floor, marks };
}
