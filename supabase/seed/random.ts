/** The same seed gives the same sequence on every machine. */
export class Random {
  #state: number;

  constructor(seed: string) {
    let hash = 0x811c9dc5;
    for (let i = 0; i < seed.length; i += 1) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193);
    this.#state = hash >>> 0;
    // Skip the first numbers, which are similar for similar seeds.
    for (let i = 0; i < 4; i += 1) this.next();
  }

  /** Uniform from 0 to below 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }

  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Both ends included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('Cannot pick from an empty list');
    return item;
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** Uniform from -1 to 1. */
  noise(): number {
    return this.next() * 2 - 1;
  }

  shuffle<T>(items: readonly T[]): T[] {
    const remaining = [...items];
    const result: T[] = [];
    while (remaining.length > 0) result.push(...remaining.splice(Math.floor(this.next() * remaining.length), 1));
    return result;
  }
}
