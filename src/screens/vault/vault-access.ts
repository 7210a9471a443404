import { useMe, useSyncStatus } from '../../engine/live.ts';
import { holds } from '../../components/person/cosmetics.ts';
import { useNow } from '../../engine/use-now.ts';
import { vaultTexts } from './vault-texts.ts';

/** Whether the person owns the key. Null while that is unknown; false if it is still unknown when the device is offline. */
export function useVaultAccess(): boolean | null {
  const me = useMe();
  const isSettled = useSyncStatus(({ hasSynced, network }) => hasSynced || network === 'offline');
  const now = useNow(30_000);
  if (me && holds(me.cosmetics, 'Vault Access Key', now)) return true;
  return isSettled ? false : null;
}

/**
 * Returns the page where the key is sold.
 * @throws for ZOLT, the former currency, which old links still name
 */
export function vaultPurchasePage(currency: string): '/store' {
  if (currency.toLowerCase() === 'zolt') throw new Error(vaultTexts.zolt);
  return '/store';
}
