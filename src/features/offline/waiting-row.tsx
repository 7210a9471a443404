import { Box, Flex } from '@chakra-ui/react';
import { Clock, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { PendingAction } from '../../../sync/client.ts';
import { bytes } from '../../lib/format.ts';
import { useSync } from '../../lib/live.ts';
import { texts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { describeAction, reasonOf, sizeOf } from './action-words.ts';
import { EditAction, editableFields } from './edit-action.tsx';

/** One action that waits or was refused: what, since when, why, how large; and what can be done about it. */
export function WaitingRow({ action, isOffline, now }: { action: PendingAction; isOffline: boolean; now: number }) {
  const sync = useSync();
  const [isEditing, setEditing] = useState(false);
  const hasFailed = action.state === 'dead' || action.state === 'held';
  const Icon = hasFailed ? TriangleAlert : Clock;
  const words = describeAction(sync, action);
  return (
    <Box
      as="li"
      p="12px 14px"
      border={hasFailed ? '1px solid' : '1.5px dashed'}
      borderColor={hasFailed ? 'orange.fg' : 'border.emphasized'}
      borderRadius="panel"
    >
      <Flex gap="8px 12px" align="flex-start" wrap="wrap">
        <Box color={hasFailed ? 'orange.fg' : 'fg.muted'} pt="2px">
          <Icon size={20} strokeWidth={1.75} aria-hidden />
        </Box>
        <Box flex="1 1 200px" minWidth="0">
          <Box textStyle="title" overflowWrap="anywhere">
            {words}
          </Box>
          {action.kind === 'message.send' && (
            <Box color="fg.muted" lineClamp="3" overflowWrap="anywhere">
              {String(action.payload['content'])}
            </Box>
          )}
          <Box textStyle="small" color={hasFailed ? 'orange.fg' : 'fg.subtle'}>
            {reasonOf(action, isOffline, now)}{' '}
            <Box as="span" color="fg.subtle">
              {bytes(sizeOf(action))}
            </Box>
          </Box>
        </Box>
        {!isEditing && (
          <Flex gap="4px" ml="auto" wrap="wrap">
            {hasFailed && (
              <Button look="quiet" size="sm" aria-label={`Retry: ${words}`} onClick={() => void sync.retry(action.id)}>
                Retry
              </Button>
            )}
            {editableFields(action).length > 0 && (
              <Button look="quiet" size="sm" aria-label={`Edit: ${words}`} onClick={() => setEditing(true)}>
                Edit
              </Button>
            )}
            {(action.isEditable || hasFailed) && (
              <Button
                look="plain"
                size="sm"
                aria-label={`Remove: ${words}`}
                onClick={() => void sync.discard(action.id)}
              >
                {texts.device.remove}
              </Button>
            )}
          </Flex>
        )}
      </Flex>
      {isEditing && <EditAction action={action} onDone={() => setEditing(false)} />}
    </Box>
  );
}
