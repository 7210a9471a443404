import { type Feature, unlockLevel } from '../../sync/model/rules.ts';

/** What a feature that is still locked says; `null` is one that no level opens. */
export function lockWords(feature: Feature | null): string {
  const level = feature && unlockLevel(feature);
  if (level === 2) return 'Unlock at Level 2 by earning zaps from listening.';
  if (level === 3) return 'Unlocks at Level 3 – keep listening and earning Zaps!';
  return 'Feature locked. Keep earning zaps!';
}
