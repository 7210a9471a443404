import { limitConcurrency } from './limit-concurrency.ts';

/** Limits the concurrency of each key, such as an address or an owner, so that one key cannot delay another. */
export class KeyedTurns {
  readonly #ofKey = new Map<string, { readonly inTurn: ReturnType<typeof limitConcurrency>; count: number }>();

  constructor(private readonly atOnce: number) {}

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#ofKey.get(key) ?? { inTurn: limitConcurrency(this.atOnce), count: 0 };
    this.#ofKey.set(key, entry);
    entry.count += 1;
    try {
      return await entry.inTurn(work);
    } finally {
      entry.count -= 1;
      if (entry.count === 0) this.#ofKey.delete(key);
    }
  }
}
