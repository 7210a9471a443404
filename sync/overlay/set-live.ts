import { sameList } from './derived.ts';
import type { LiveValue } from '../model/live.ts';

/** Sets a value, unless the present one is equal. */
export function setIfChanged<T>(live: LiveValue<T>, next: T): void {
  live.set(sameValue(live.get(), next));
}

/** Sets a list and keeps its equal elements, by key: only the changed rows of a long list are drawn again. */
export function setList<T>(live: LiveValue<readonly T[]>, next: readonly T[], keyOf: (item: T) => string): void {
  const before = new Map(live.get().map((item) => [keyOf(item), item]));
  const merged = next.map((item) => sameValue(before.get(keyOf(item)) ?? item, item));
  live.set(sameList(live.get(), merged));
}

/** `before` if both are equal. */
function sameValue<T>(before: T, after: T): T {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after;
}
