import type { MeView } from '../../../sync/client.ts';
import { fanLevel } from '../../../sync/model/rules.ts';

/** Whether somebody is below the level that opens something. Never while the device does not know what they have earned: the server decides. */
export function isBelowLevel(level: number, me: Pick<MeView, 'balance'> | null): boolean {
  const earned = me?.balance?.total_zaps_earned;
  return earned !== undefined && fanLevel(earned) < level;
}

/** What a feature that opens at this level says while it is locked. */
export function lockWords(level: number): string {
  if (level === 2) return 'Unlock at Level 2 by earning zaps from listening.';
  if (level === 3) return 'Unlocks at Level 3 – keep listening and earning Zaps!';
  return 'Feature locked. Keep earning zaps!';
}
