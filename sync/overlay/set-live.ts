import { sameList } from './derived.ts';
import type { LiveValue } from './live.ts';

/** The same value stays the same object. */
export function setIfOther<T>(live: LiveValue<T>, next: T): void {
  live.set(sameValue(live.get(), next));
}

/** So does each of a list, by its key: of a long list only the rows that changed are drawn anew. */
export function setList<T>(live: LiveValue<readonly T[]>, next: readonly T[], keyOf: (one: T) => string): void {
  const before = new Map(live.get().map((one) => [keyOf(one), one]));
  const kept = next.map((one) => sameValue(before.get(keyOf(one)) ?? one, one));
  live.set(sameList(live.get(), kept));
}

/** `before` where both say the same. */
function sameValue<T>(before: T, after: T): T {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after;
}
