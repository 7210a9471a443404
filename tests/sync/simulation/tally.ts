/** Counters by name. */
export class Tally {
  readonly counts = new Map<string, number>();
  /** Maxima by name. */
  readonly longest = new Map<string, number>();

  add(name: string, count = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + count);
  }

  reach(name: string, value: number): void {
    this.longest.set(name, Math.max(this.longest.get(name) ?? 0, value));
  }

  merge(other: { counts: Iterable<[string, number]>; longest: Iterable<[string, number]> }): void {
    for (const [name, count] of other.counts) this.add(name, count);
    for (const [name, value] of other.longest) this.reach(name, value);
  }
}
