import { ChevronDown, CloudOff, EyeOff, MicOff } from 'lucide';
import type { DecisionRequest, QueueRow } from '../../../sync/model/operator/reports.ts';
import { Button } from '../../design/button.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { Icon } from '../../design/icon.tsx';
import { Menu } from '../../design/menu.tsx';
import { toastOnError } from '../../engine/call-failure.ts';
import { operatorTexts } from './operator-texts.ts';
import { Decision, useReason } from './reason-field.tsx';
import type { Decisions } from './use-decisions.ts';

const SILENCE_DAYS = [1, 7, 30] as const;

interface DecisionFormProps {
  row: QueueRow;
  isOffline: boolean;
  decisions: Decisions;
  onSettled: () => void;
}

export function DecisionForm({ row, isOffline, decisions, onSettled }: DecisionFormProps) {
  const reason = useReason();

  async function send(decision: DecisionRequest['decision'], days: number | null) {
    const text = reason.check();
    if (text !== null && (await decisions.decide({ decision, row, reason: text, days }))) onSettled();
  }
  const press = (decision: DecisionRequest['decision'], days: number | null = null) =>
    isOffline
      ? disabledWithReason(operatorTexts.offline.title)
      : { onClick: () => toastOnError(send(decision, days)), busy: decisions.isBusy ? operatorTexts.busy : null };

  return (
    <Decision label={operatorTexts.reason} reason={reason}>
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
    </Decision>
  );
}
