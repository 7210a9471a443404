import type { MeView } from '../../../sync/client.ts';
import type { StoreItemRow } from '../../../sync/model/tables/store-items.ts';

export type Offer =
  | { kind: 'guest' }
  /** `until`: ISO 8601; null if it never expires. */
  | { kind: 'owned'; until: string | null }
  | { kind: 'sold-out' }
  | { kind: 'short'; missing: number }
  /** Also while the balance is unknown; the server checks it. */
  | { kind: 'open' };

/**
 * The offer of an item to the person. Cosmetics and badges can be owned once, other items bought repeatedly (S-31).
 * @param me null for a guest
 * @param now ms since the epoch
 */
export function offerOf(
  item: Pick<StoreItemRow, 'id' | 'category' | 'zap_cost' | 'stock'>,
  me: Pick<MeView, 'zaps' | 'cosmetics'> | null,
  now: number,
): Offer {
  if (!me) return { kind: 'guest' };
  const owned = me.cosmetics.find(
    ({ item_id: id, expires_at: expiresAt }) => id === item.id && (expiresAt === null || Date.parse(expiresAt) > now),
  );
  if (owned && (item.category === 'cosmetic' || item.category === 'badge'))
    return { kind: 'owned', until: owned.expires_at };
  if (item.stock === 0) return { kind: 'sold-out' };
  return me.zaps !== null && me.zaps < item.zap_cost
    ? { kind: 'short', missing: item.zap_cost - me.zaps }
    : { kind: 'open' };
}
