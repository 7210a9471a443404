/** Names of store items that others see on an avatar or profile (S-26). */
export type Cosmetic = 'Glow Border' | 'Supporter Badge';

interface HeldItem {
  item_name: string;
  /** ISO 8601; null if it does not expire. */
  expires_at: string | null;
}

/** `now`: ms since the epoch. */
export function holdsItem(held: readonly HeldItem[], item: Cosmetic | 'Vault Access Key', now: number): boolean {
  return held.some(
    ({ item_name: name, expires_at: expiresAt }) =>
      name === item && (expiresAt === null || Date.parse(expiresAt) > now),
  );
}

/** `now`: ms since the epoch. */
export function isWearing(cosmetics: readonly HeldItem[], item: Cosmetic, now: number): boolean {
  return holdsItem(cosmetics, item, now);
}
