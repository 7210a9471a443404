export interface Report {
  readonly lines: readonly string[];
  readonly faults: readonly string[];
}

/** Formats the outcomes with their counts, the most frequent first: 'applied 40, later 10'. */
export function countsText(outcomes: readonly string[]): string {
  return [...countBy(outcomes)]
    .toSorted(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${outcome} ${count}`)
    .join(', ');
}

export function countBy(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
