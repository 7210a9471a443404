import type { MeView } from '../../../sync/client.ts';
import { fanLevel } from '../../../sync/model/rules.ts';

/** Whether the person is below the level; false while the earned ZAPs are unknown, because the server then decides. */
export function isBelowLevel(level: number, me: Pick<MeView, 'balance'> | null): boolean {
  const earned = me?.balance?.total_zaps_earned;
  return earned !== undefined && fanLevel(earned) < level;
}

export function lockText(level: number): string {
  if (level === 2) return 'Unlock at Level 2 by earning zaps from listening.';
  if (level === 3) return 'Unlocks at Level 3 – keep listening and earning Zaps!';
  return 'Feature locked. Keep earning zaps!';
}
