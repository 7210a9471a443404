/** Report of a part of the attack; `faults` is empty when all is well. */
export interface Found {
  readonly lines: readonly string[];
  readonly faults: readonly string[];
}

/** 'applied 3, insufficient_zaps 47': the most frequent first. */
export function counted(outcomes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const one of outcomes) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([one, count]) => `${one} ${count}`)
    .join(', ');
}
