/** In ms. */
export interface Timing {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Rounds are numbered from -warmUps. Returns the duration in ms. */
export type Work = (round: number) => Promise<number>;

export interface Timed {
  readonly work: Work;
  readonly times: number[];
}

/** Wraps work for `measureInTurn`, which fills `times`. */
export function timed(work: Work): Timed {
  return { work, times: [] };
}

/** Runs all pieces in each round, so that other load on the machine affects all of them. Times of warm-up rounds are not added. */
export async function measureInTurn(
  pieces: readonly Timed[],
  { rounds, warmUps }: { readonly rounds: number; readonly warmUps: number },
): Promise<void> {
  for (let round = -warmUps; round < rounds; round += 1) {
    for (const { work, times } of pieces) {
      const time = await work(round);
      if (round >= 0) times.push(time);
    }
  }
}

export function summary({ times }: Timed): Timing {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
  return { median: at(0.5), min: at(0), max: at(1) };
}

export function ms(value: number): string {
  return value < 10 ? value.toFixed(2) : value.toFixed(0);
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ');
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}
