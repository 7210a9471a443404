import { createTurns } from './turns.ts';

/** Limits the concurrency of each address separately, so that one address cannot delay another. */
export class AddressTurns {
  readonly #ofAddress = new Map<string, { readonly inTurn: ReturnType<typeof createTurns>; count: number }>();

  constructor(private readonly atOnce: number) {}

  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    const own = this.#ofAddress.get(address) ?? { inTurn: createTurns(this.atOnce), count: 0 };
    this.#ofAddress.set(address, own);
    own.count += 1;
    try {
      return await own.inTurn(work);
    } finally {
      own.count -= 1;
      if (own.count === 0) this.#ofAddress.delete(address);
    }
  }
}
