/** Limits how much each key, such as an address or an owner, holds at once: at most `most`, counted in any unit. */
export class KeyedLimit {
  readonly #held = new Map<string, number>();

  constructor(private readonly most: number) {}

  acquire(key: string, amount = 1): boolean {
    const held = (this.#held.get(key) ?? 0) + amount;
    if (held > this.most) return false;
    this.#held.set(key, held);
    return true;
  }

  release(key: string, amount = 1): void {
    const held = (this.#held.get(key) ?? 0) - amount;
    if (held <= 0) this.#held.delete(key);
    else this.#held.set(key, held);
  }
}
