import { limitConcurrency } from './limit-concurrency.ts';

/** Limits the concurrency of each address separately, so that one address cannot delay another. */
export class AddressTurns {
  readonly #ofAddress = new Map<string, { readonly inTurn: ReturnType<typeof limitConcurrency>; count: number }>();

  constructor(private readonly atOnce: number) {}

  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    const entry = this.#ofAddress.get(address) ?? { inTurn: limitConcurrency(this.atOnce), count: 0 };
    this.#ofAddress.set(address, entry);
    entry.count += 1;
    try {
      return await entry.inTurn(work);
    } finally {
      entry.count -= 1;
      if (entry.count === 0) this.#ofAddress.delete(address);
    }
  }
}
