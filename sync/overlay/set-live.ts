import { sameList } from './derived.ts';
import type { LiveValue } from '../model/live.ts';

/** Keeps the present object if `next` is equal to it as JSON. */
export function setIfChanged<T>(live: LiveValue<T>, next: T): void {
  live.set(sameValue(live.get(), next));
}

/** Keeps equal elements, by key, so that only changed rows rerender. */
export function setList<T>(live: LiveValue<readonly T[]>, next: readonly T[], keyOf: (item: T) => string): void {
  const before = new Map(live.get().map((item) => [keyOf(item), item]));
  const merged = next.map((item) => sameValue(before.get(keyOf(item)) ?? item, item));
  live.set(sameList(live.get(), merged));
}

function sameValue<T>(before: T, after: T): T {
  return JSON.stringify(before) === JSON.stringify(after) ? before : after;
}
