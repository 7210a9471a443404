import { mergeMarks } from './marks.ts';
import type { Adopted, Cursor } from './ports.ts';

/** The cursor to store after a page. `next` is based on an earlier cursor, which visits, digests and other leaders may have changed since. @param sent marks of the request */
export function mergeCursor(stored: Cursor, next: Cursor, sent: readonly string[]): Cursor {
  return {
    ...next,
    marks: mergeMarks(stored.marks, sent, next.marks),
    conversationStarts: stored.conversationStarts ?? next.conversationStarts,
  };
}

/** The cursor with the answer's epoch, floor and mark, to store before its rows; null if its rows must not be stored (SY-7, SY-8). */
export function adopt(stored: Cursor, answer: Adopted): Cursor | null {
  const { generation, epoch, mark, filledFrom, floor } = answer;
  if (stored.generation !== generation || (stored.epoch !== null && stored.epoch !== epoch)) return null;
  if (stored.filledFrom !== filledFrom) return null;
  const marks = mergeMarks(stored.marks, [], mark === null ? [] : [mark]);
  return { ...stored, epoch, filledFrom: filledFrom ?? floor, marks };
}
