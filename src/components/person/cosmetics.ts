/** Store items that others see on an avatar or a profile (S-26), by name. */
export type Cosmetic = 'Glow Border' | 'Supporter Badge';

interface HeldItem {
  item_name: string;
  /** ISO 8601; null if it does not expire. */
  expires_at: string | null;
}

/** Whether the item is held and not expired. `now` is in ms since the epoch. */
export function holds(held: readonly HeldItem[], item: Cosmetic | 'Vault Access Key', now: number): boolean {
  return held.some(
    ({ item_name: name, expires_at: expiresAt }) =>
      name === item && (expiresAt === null || Date.parse(expiresAt) > now),
  );
}

/** Whether the cosmetic is shown. `now` is in ms since the epoch. */
export function isWearing(cosmetics: readonly HeldItem[], item: Cosmetic, now: number): boolean {
  return holds(cosmetics, item, now);
}
