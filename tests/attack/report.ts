export interface Report {
  readonly lines: readonly string[];
  readonly faults: readonly string[];
}

/** Formats the outcomes with their counts, the most frequent first: 'applied 40, later 10'. */
export function countsText(outcomes: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${outcome} ${count}`)
    .join(', ');
}
