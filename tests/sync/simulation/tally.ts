/** Counts faults and events by name, to show that they occurred. */
export class Tally {
  readonly counts = new Map<string, number>();
  readonly maxima = new Map<string, number>();

  add(name: string, count = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + count);
  }

  recordMax(name: string, value: number): void {
    this.maxima.set(name, Math.max(this.maxima.get(name) ?? 0, value));
  }

  merge(other: { counts: Iterable<[string, number]>; maxima: Iterable<[string, number]> }): void {
    for (const [name, count] of other.counts) this.add(name, count);
    for (const [name, value] of other.maxima) this.recordMax(name, value);
  }
}
