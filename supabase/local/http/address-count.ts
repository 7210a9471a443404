/** How much of something each address holds, and whether it may have one more. */
export class AddressCount {
  readonly #held = new Map<string, number>();

  constructor(private readonly most: number) {}

  /** @returns false when the address has all that it may have */
  take(address: string): boolean {
    const held = this.#held.get(address) ?? 0;
    if (held >= this.most) return false;
    this.#held.set(address, held + 1);
    return true;
  }

  release(address: string): void {
    const held = this.#held.get(address) ?? 0;
    if (held <= 1) this.#held.delete(address);
    else this.#held.set(address, held - 1);
  }
}
