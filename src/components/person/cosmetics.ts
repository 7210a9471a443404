/** What others see on an avatar and a profile (S-26), by its name in the store. */
export type Cosmetic = 'Glow Border' | 'Supporter Badge';

interface Held {
  item_name: string;
  /** ISO 8601; null for what lasts for ever. */
  expires_at: string | null;
}

/** Whether something of the store is held at this time (ms since the epoch): for ever, or not over yet. */
export function holds(held: readonly Held[], item: Cosmetic | 'Vault Access Key', now: number): boolean {
  return held.some(({ item_name: name, expires_at: end }) => name === item && (end === null || Date.parse(end) > now));
}

/** Whether it is worn at this time (ms since the epoch). */
export function wears(cosmetics: readonly Held[], item: Cosmetic, now: number): boolean {
  return holds(cosmetics, item, now);
}
