import type { SyncStatus } from '../view-types.ts';

export const freshStatus: SyncStatus = {
  work: { kind: 'resting' },
  network: 'unknown',
  isSilent: false,
  waiting: 0,
  failed: 0,
  hasSynced: false,
  lastSyncedAt: null,
  storage: 'ok',
};
