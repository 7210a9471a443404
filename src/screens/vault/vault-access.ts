import { useMe, useSyncStatus } from '../../engine/live.ts';
import { holdsItem } from '../../components/person/cosmetics.ts';
import { useNow } from '../../engine/use-now.ts';
import { vaultTexts } from './vault-texts.ts';

/** Whether the person holds the Vault Access Key; null while unknown. Offline, unknown counts as no access. */
export function useVaultAccess(): boolean | null {
  const me = useMe();
  const isSettled = useSyncStatus(({ hasSynced, network }) => hasSynced || network === 'offline');
  const now = useNow(30_000);
  if (me && holdsItem(me.cosmetics, 'Vault Access Key', now)) return true;
  return isSettled ? false : null;
}

/**
 * The page where the Vault Access Key is bought.
 * @throws for ZOLT, a former currency that old links still name
 */
export function vaultPurchasePage(currency: string): '/store' {
  if (currency.toLowerCase() === 'zolt') throw new Error(vaultTexts.zolt);
  return '/store';
}
