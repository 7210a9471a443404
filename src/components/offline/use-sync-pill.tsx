import { useMachine } from '@xstate/react';
import { Clock, CloudOff, TriangleAlert } from 'lucide';
import type { ReactNode } from 'react';
import type { SyncStatus } from '../../../sync/client.ts';
import { useScope } from '../../engine/live.ts';
import { texts } from '../../platform/texts.ts';
import { Squiggle } from '../../design/drawn-lines.tsx';
import { Icon } from '../../design/icon.tsx';
import { syncMachine } from './sync-machine.ts';
import { syncTexts } from './sync-texts.ts';

export interface SyncPillContent {
  variant: 'attention' | 'dashed' | 'solid';
  icon: ReactNode;
  text: string;
}

export function useSyncPill(): { pill: SyncPillContent | null; isSynced: boolean } {
  const scope = useScope();
  const [snapshot] = useMachine(syncMachine, { input: { live: scope.status } });
  const { status } = snapshot.context;
  const isSynced = snapshot.matches('synced');
  if (snapshot.matches('attention'))
    return {
      isSynced,
      pill: { variant: 'attention', icon: <Icon of={TriangleAlert} size={14} />, text: attentionText(status) },
    };
  if (snapshot.matches('offline') || snapshot.matches('silent')) {
    const reason = snapshot.matches('offline') ? texts.sync.offline : texts.sync.silent;
    const text = status.waiting > 0 ? `${reason}. ${texts.sync.waiting(status.waiting)}` : reason;
    return { isSynced, pill: { variant: 'dashed', icon: <Icon of={CloudOff} size={14} />, text } };
  }
  if (!snapshot.matches({ busy: 'shown' })) return { isSynced, pill: null };
  return status.waiting > 0
    ? {
        isSynced,
        pill: { variant: 'dashed', icon: <Icon of={Clock} size={14} />, text: texts.sync.waiting(status.waiting) },
      }
    : { isSynced, pill: { variant: 'solid', icon: <Squiggle label={null} size={16} />, text: syncTexts.syncing } };
}

function attentionText(status: SyncStatus): string {
  if (status.failed > 0) return syncTexts.failed(status.failed);
  if (status.work.kind === 'outdated') return syncTexts.updateRequired;
  return status.storage === 'full' ? syncTexts.full : syncTexts.noStorage;
}
