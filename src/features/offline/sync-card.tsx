import { Box, Flex } from '@chakra-ui/react';
import { CloudOff, Clock, TriangleAlert } from 'lucide-react';
import { span } from '../../lib/format.ts';
import { useLive, useSync, useSyncStatus } from '../../lib/live.ts';
import { useNow } from '../../lib/use-now.ts';
import { texts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { describeAction } from './action-words.ts';

/** What waits on this device and what could not be sent, with what to do; nothing when all is sent and the network is there. */
export function SyncCard() {
  const sync = useSync();
  const status = useSyncStatus();
  const pending = useLive(sync.pending);
  const now = useNow(60_000);
  const dead = pending.filter((action) => action.state === 'dead' || action.state === 'held');
  const isOffline = status.network === 'offline';
  if (status.waiting === 0 && dead.length === 0 && !isOffline) return null;
  const Icon = isOffline ? CloudOff : Clock;
  const ago =
    status.lastSyncedAt === null ? texts.sync.savedNever : texts.sync.savedHere(span(now - status.lastSyncedAt));
  return (
    <Flex direction="column" gap="10px" my="12px">
      {(status.waiting > 0 || isOffline) && (
        <Flex
          gap="10px"
          align="center"
          p="12px 14px"
          border="1.5px dashed"
          borderColor="border.emphasized"
          borderRadius="panel"
        >
          <Box color="fg.muted">
            <Icon size={20} strokeWidth={1.75} aria-hidden />
          </Box>
          <Box flex="1" minWidth="0">
            <Box textStyle="title">{status.waiting > 0 ? texts.sync.waiting(status.waiting) : texts.sync.offline}</Box>
            <Box textStyle="small" color="fg.subtle">
              {ago}
            </Box>
          </Box>
          <Button look="quiet" bg="bg.emphasized" onClick={() => sync.syncNow()}>
            Retry
          </Button>
        </Flex>
      )}
      {dead.map((action) => (
        <Flex
          key={action.id}
          gap="8px 10px"
          align="center"
          wrap="wrap"
          p="12px 14px"
          border="1px solid"
          borderColor="orange.fg"
          borderRadius="panel"
        >
          <Box color="orange.fg">
            <TriangleAlert size={20} strokeWidth={1.75} aria-hidden />
          </Box>
          <Box flex="1 1 160px" minWidth="0">
            <Box textStyle="title">{describeAction(sync, action)}</Box>
            <Box textStyle="small" color="fg.subtle">
              {action.error?.message}
            </Box>
          </Box>
          <Button look="quiet" onClick={() => void sync.retry(action.id)}>
            Retry
          </Button>
          <Button look="plain" onClick={() => void sync.discard(action.id)}>
            Discard
          </Button>
        </Flex>
      ))}
    </Flex>
  );
}
