import { Clock, CloudOff, TriangleAlert } from 'lucide';
import type { PendingAction } from '../../../sync/client.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { durationInWords } from '../../platform/format.ts';
import { useLive, useScope, useSyncStatus } from '../../engine/live.ts';
import { texts } from '../../platform/texts.ts';
import { useNow } from '../../engine/use-now.ts';
import { useRateLimitText } from '../../engine/use-rate-limit.ts';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/notice.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { useActionDescription } from './describe-action.ts';
import { syncTexts } from './sync-texts.ts';

export function SyncCard() {
  const scope = useScope();
  const status = useSyncStatus((all) => all);
  const pending = useLive(scope.pending);
  const now = useNow(60_000);
  const failed = pending.flatMap((action) => ('error' in action.state ? { action, error: action.state.error } : []));
  const limitText = useRateLimitText(() => true);
  const isOffline = status.network === 'offline';
  if (status.waiting === 0 && failed.length === 0 && !isOffline) return null;
  return (
    <Flex direction="column" gap="10px" my="12px">
      {(status.waiting > 0 || isOffline) && (
        <Notice
          kind="waiting"
          icon={isOffline ? CloudOff : Clock}
          title={status.waiting > 0 ? texts.sync.waiting(status.waiting) : texts.sync.offline}
          actions={
            <Button variant="quiet" bg="bg.emphasized" onClick={() => scope.syncNow(true)}>
              {texts.retry}
            </Button>
          }
        >
          <Box textStyle="small" color="fg.subtle">
            {limitText && `${limitText} `}
            {status.lastSyncedAt === null
              ? syncTexts.savedNever
              : syncTexts.savedHere(durationInWords(now - status.lastSyncedAt))}
          </Box>
        </Notice>
      )}
      {failed.map(({ action, error }) => (
        <FailedAction key={action.id} action={action} reason={error.message} />
      ))}
    </Flex>
  );
}

function FailedAction({ action, reason }: { action: PendingAction; reason: string }) {
  const scope = useScope();
  return (
    <Notice
      kind="attention"
      icon={TriangleAlert}
      title={useActionDescription(action)}
      actions={
        <>
          <Button variant="quiet" onClick={() => toastOnError(scope.retry(action.id))}>
            {texts.retry}
          </Button>
          <Button variant="plain" onClick={() => toastOnError(scope.discard(action.id))}>
            {syncTexts.discard}
          </Button>
        </>
      }
    >
      <Box textStyle="small" color="fg.subtle">
        {reason}
      </Box>
    </Notice>
  );
}
