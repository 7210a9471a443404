import type { SyncStatus, SyncWork } from '../view-types.ts';
import { SYNCED_AT_TEXT } from '../core/names.ts';
import type { AcknowledgedRecord, EngineReport } from '../core/ports.ts';
import type { Live } from '../answers.ts';
import type { TabChannel } from './channel.ts';
import type { Views } from './views.ts';

interface SyncReportInput {
  views: Pick<Views, 'status' | 'patchStatus'>;
  post: TabChannel['post'];
  leads: Live<boolean>;
  /** False for in-memory databases: the status always reports unavailable storage. */
  isKept: boolean;
  now(): number;
  setText(key: string, value: string): boolean;
  onAcknowledged(records: AcknowledgedRecord[]): void;
  /** The server answers again after the network was lost or unknown. */
  onOnline(): void;
}

/** Turns the engine's reports into the status of all tabs. */
export interface SyncReport extends EngineReport {
  /** Sends the status to the other tabs, if this tab leads. */
  postStatus(): void;
  close(): void;
}

export function createSyncReport(input: SyncReportInput): SyncReport {
  const { views } = input;
  let isClosed = false;

  const postStatus = () => {
    if (!input.leads.get()) return;
    const { work, network, isSilent, hasSynced, lastSyncedAt } = views.status.get();
    input.post({ type: 'status', status: { work, network, isSilent, hasSynced, lastSyncedAt } });
  };
  const patch = (part: Partial<SyncStatus>) => {
    if (isClosed) return;
    views.patchStatus(part);
    postStatus();
  };
  /** An outdated app stays outdated, even while its engine still works. */
  const patchWork = (work: SyncWork) => {
    if (views.status.get().work.kind !== 'outdated') patch({ work });
  };

  return {
    postStatus,
    busy: (since) => patchWork(since === null ? { kind: 'resting' } : { kind: 'working', since }),
    network(network) {
      if (network === 'online' && views.status.get().network !== 'online') input.onOnline();
      patch({ network });
    },
    pulled() {
      const lastSyncedAt = input.now();
      patch({ hasSynced: true, lastSyncedAt });
      input.setText(SYNCED_AT_TEXT, String(lastSyncedAt));
    },
    storage(storage) {
      if (!input.isKept) return;
      // An eviction stays visible although storage works again.
      if (storage !== 'ok' || views.status.get().storage !== 'evicted') patch({ storage });
    },
    updateRequired: () => patchWork({ kind: 'outdated' }),
    acknowledged(records) {
      if (!isClosed) input.onAcknowledged(records);
    },
    close() {
      isClosed = true;
    },
  };
}
