import { sameList } from './derived.ts';
import type { LiveValue } from '../model/live.ts';

/** Sets a value, unless the present one is equal. */
export function setIfOther<T>(live: LiveValue<T>, next: T): void {
  live.set(sameValue(live.get(), next));
}

/** Sets a list and keeps its equal elements, by key: only the changed rows of a long list are drawn again. */
export function setList<T>(live: LiveValue<readonly T[]>, next: readonly T[], keyOf: (one: T) => string): void {
  const before = new Map(live.get().map((one) => [keyOf(one), one]));
  const kept = next.map((one) => sameValue(before.get(keyOf(one)) ?? one, one));
  live.set(sameList(live.get(), kept));
}

/** `before` if both are equal. */
function sameValue<T>(before: T, after: T): T {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after;
}
