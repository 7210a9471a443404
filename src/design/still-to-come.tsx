import type { ReactNode } from 'react';
import { useFailedToCome } from '../engine/failed-to-come.ts';
import { useIsOffline, useIsSyncing, useScope } from '../engine/live.ts';
import { texts } from '../platform/texts.ts';
import { FailedState } from './failed-state.tsx';
import { PageLoading } from './page-loading.tsx';
import { Box } from './styled.tsx';

interface StillToComeProps {
  /** What is said when it does not come. */
  title: string;
  /** Why, if there is more to say than whether there is a network. */
  text?: string;
  /** What stands there until then; the sign of waiting when left out. */
  children?: ReactNode;
}

/** In the place of what this device does not hold yet: it is waited for, and told when it does not come, with Retry. */
export function StillToCome({ title, text, children = <PageLoading /> }: StillToComeProps) {
  const scope = useScope();
  const isOffline = useIsOffline();
  const isSyncing = useIsSyncing();
  if (!useFailedToCome()) return children;
  return (
    <Box mt="12px">
      <FailedState
        title={title}
        text={text ?? (isOffline ? texts.notHere.offline : texts.notHere.refused)}
        isBusy={isSyncing}
        onRetry={() => scope.syncNow()}
      />
    </Box>
  );
}
