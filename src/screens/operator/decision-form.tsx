import { ChevronDown, CloudOff, EyeOff, MicOff } from 'lucide';
import { useRef, useState } from 'react';
import type { DecisionRequest, QueueRow } from '../../../sync/model/operator-remote.ts';
import { Button } from '../../design/button.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { Field, Input } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { Menu } from '../../design/menu.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { lengthOf } from '../../platform/characters.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { operatorTexts } from './operator-texts.ts';
import type { Decisions } from './use-decisions.ts';

const REASON_MAX = 200;
const SILENCE_DAYS = [1, 7, 30] as const;

interface DecisionFormProps {
  row: QueueRow;
  isOffline: boolean;
  decisions: Decisions;
  onSettled: () => void;
}

export function DecisionForm({ row, isOffline, decisions, onSettled }: DecisionFormProps) {
  const [reason, setReason] = useState('');
  const [wasPressed, setPressed] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const length = lengthOf(reason.trim());
  const error =
    length > REASON_MAX ? operatorTexts.reasonTooLong : wasPressed && length === 0 ? operatorTexts.reasonMissing : null;

  async function send(decision: DecisionRequest['decision'], days: number | null) {
    setPressed(true);
    if (length === 0 || length > REASON_MAX) {
      input.current?.focus();
      return;
    }
    if (await decisions.decide({ decision, row, reason: reason.trim(), days })) onSettled();
  }
  const press = (decision: DecisionRequest['decision'], days: number | null = null) =>
    isOffline
      ? disabledWithReason(operatorTexts.offline.title)
      : { onClick: () => toastOnError(send(decision, days)), busy: decisions.isBusy ? operatorTexts.busy : null };

  return (
    <Flex
      direction={{ base: 'column', xl: 'row' }}
      align={{ base: 'stretch', xl: 'flex-start' }}
      gap="8px"
      role="group"
      aria-label={operatorTexts.decision}
    >
      <Box flex="1" minWidth="0">
        <Field label={operatorTexts.reason} aside={operatorTexts.counter(length)} error={error}>
          {({ id, describedBy, invalid }) => (
            <Input
              ref={input}
              id={id}
              value={reason}
              aria-invalid={invalid}
              aria-describedby={describedBy}
              autoComplete="off"
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          )}
        </Field>
      </Box>
      <Flex gap="8px" wrap="wrap" mt={{ xl: '27px' }}>
        {row.subject === 'track' && !row.is_gone && (
          <Button variant="danger" {...press('hide')}>
            <Icon of={isOffline ? CloudOff : EyeOff} size={18} />
            {operatorTexts.hide}
          </Button>
        )}
        {isOffline ? (
          <Button variant="outline" {...disabledWithReason(operatorTexts.offline.title)}>
            <Icon of={CloudOff} size={18} />
            {operatorTexts.silence}
          </Button>
        ) : (
          <Menu
            trigger={
              <Button variant="outline">
                <Icon of={MicOff} size={18} />
                {operatorTexts.silence}
                <Icon of={ChevronDown} size={16} />
              </Button>
            }
            items={SILENCE_DAYS.map((days) => ({
              label: operatorTexts.days(days),
              isDisabled: decisions.isBusy,
              onSelect: () => toastOnError(send('silence', days)),
            }))}
          />
        )}
        <Button variant="quiet" {...press('dismiss')}>
          {operatorTexts.dismiss}
        </Button>
      </Flex>
    </Flex>
  );
}
