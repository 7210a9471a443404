import { Clock, TriangleAlert } from 'lucide';
import { useState } from 'react';
import type { PendingAction } from '../../../sync/client.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { bytes } from '../../platform/format.ts';
import { useScope } from '../../engine/live.ts';
import { texts } from '../../platform/texts.ts';
import { Button } from '../../design/button.tsx';
import { Notice } from '../../design/notice.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import {
  editableFields,
  longText,
  reasonOf,
  sizeOf,
  useActionDescription,
  type Now,
} from '../../components/offline/describe-action.ts';
import { deviceTexts } from '../../components/offline/device-texts.ts';
import { EditAction } from './edit-action.tsx';

export function WaitingRow({ action, isOffline, now }: { action: PendingAction; isOffline: boolean; now: Now }) {
  const scope = useScope();
  const [isEditing, setEditing] = useState(false);
  const hasFailed = 'error' in action.state;
  const description = useActionDescription(action);
  return (
    <Notice
      as="li"
      kind={hasFailed ? 'attention' : 'waiting'}
      icon={hasFailed ? TriangleAlert : Clock}
      title={description}
      actions={
        isEditing ? (
          <Box flex="1 0 100%">
            <EditAction action={action} onDone={() => setEditing(false)} />
          </Box>
        ) : (
          <Flex gap="4px" ml="auto" wrap="wrap">
            {hasFailed && (
              <Button
                variant="quiet"
                size="sm"
                aria-label={`${texts.retry}: ${description}`}
                onClick={() => toastOnError(scope.retry(action.id))}
              >
                {texts.retry}
              </Button>
            )}
            {editableFields(action).length > 0 && (
              <Button
                variant="quiet"
                size="sm"
                aria-label={`${deviceTexts.edit}: ${description}`}
                onClick={() => setEditing(true)}
              >
                {deviceTexts.edit}
              </Button>
            )}
            {(action.isEditable || hasFailed) && (
              <Button
                variant="plain"
                size="sm"
                aria-label={`${deviceTexts.remove}: ${description}`}
                onClick={() => toastOnError(scope.discard(action.id))}
              >
                {deviceTexts.remove}
              </Button>
            )}
          </Flex>
        )
      }
    >
      {longText(action) !== null && (
        <Box color="fg.muted" lineClamp="3">
          {longText(action)}
        </Box>
      )}
      <Box textStyle="small" color={hasFailed ? 'orange.fg' : 'fg.subtle'}>
        {reasonOf(action, isOffline, now)}{' '}
        <Box as="span" color="fg.subtle">
          {bytes(sizeOf(action))}
        </Box>
      </Box>
    </Notice>
  );
}
