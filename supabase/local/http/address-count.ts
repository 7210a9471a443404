export class AddressCount {
  readonly #held = new Map<string, number>();

  constructor(private readonly most: number) {}

  acquire(address: string, amount = 1): boolean {
    const held = (this.#held.get(address) ?? 0) + amount;
    if (held > this.most) return false;
    this.#held.set(address, held);
    return true;
  }

  release(address: string, amount = 1): void {
    const held = (this.#held.get(address) ?? 0) - amount;
    if (held <= 0) this.#held.delete(address);
    else this.#held.set(address, held);
  }
}
