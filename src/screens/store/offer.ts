import type { MeView } from '../../../sync/client.ts';
import type { StoreItemRow } from '../../../sync/model/tables/store-items.ts';

/** What a person may do about something that is sold. */
export type Offer =
  | { kind: 'guest' }
  /** `until`: when it ends, ISO 8601; null for what lasts for ever. */
  | { kind: 'owned'; until: string | null }
  | { kind: 'sold-out' }
  | { kind: 'short'; missing: number }
  /** Also while the device does not know the balance: the server is asked at once. */
  | { kind: 'open' };

/**
 * Cosmetics and badges are held one at a time, boosts and packs can be had again (S-31). Prices are of the shown balance.
 * @param me null for a guest
 * @param now ms since the epoch
 */
export function offerOf(
  item: Pick<StoreItemRow, 'id' | 'category' | 'zap_cost' | 'stock'>,
  me: Pick<MeView, 'zaps' | 'cosmetics'> | null,
  now: number,
): Offer {
  if (!me) return { kind: 'guest' };
  const held = me.cosmetics.find(
    ({ item_id: id, expires_at: end }) => id === item.id && (end === null || Date.parse(end) > now),
  );
  if (held && (item.category === 'cosmetic' || item.category === 'badge'))
    return { kind: 'owned', until: held.expires_at };
  if (item.stock === 0) return { kind: 'sold-out' };
  return me.zaps !== null && me.zaps < item.zap_cost
    ? { kind: 'short', missing: item.zap_cost - me.zaps }
    : { kind: 'open' };
}
