import { mergeMarks } from './marks.ts';
import type { Adopted, Cursor } from './ports.ts';

/** The stored cursor before the rows of an answer are stored (`OutboxPort.adopt`), or null if they must not be. */
export function adopt(stored: Cursor, answer: Adopted): Cursor | null {
  const { generation, epoch, mark, filledFrom, floor } = answer;
  if (stored.generation !== generation || (stored.epoch !== null && stored.epoch !== epoch)) return null;
  if (stored.filledFrom !== filledFrom) return null;
  const marks = mergeMarks(stored.marks, [], mark === null ? [] : [mark]);
  return { ...stored, epoch, filledFrom: filledFrom ?? floor, marks };
}
