import type { MeView } from '../../../sync/client.ts';
import { fanLevel, type Feature, unlockLevel } from '../../../sync/model/rules.ts';

/** Whether somebody is below the level of a feature. Never while the device does not know what they have earned: the server decides. */
export function isBelowLevel(feature: Feature, me: Pick<MeView, 'balance'> | null): boolean {
  const earned = me?.balance?.total_zaps_earned;
  return earned !== undefined && fanLevel(earned) < unlockLevel(feature);
}

/** What a feature that is still locked says; `null` is one that no level opens. */
export function lockWords(feature: Feature | null): string {
  const level = feature && unlockLevel(feature);
  if (level === 2) return 'Unlock at Level 2 by earning zaps from listening.';
  if (level === 3) return 'Unlocks at Level 3 – keep listening and earning Zaps!';
  return 'Feature locked. Keep earning zaps!';
}
