import { CloudOff, Undo2 } from 'lucide';
import type { QueueRow } from '../../../sync/model/operator/reports.ts';
import { Button } from '../../design/button.tsx';
import { disabledWithReason } from '../../design/disabled-with-reason.ts';
import { Icon } from '../../design/icon.tsx';
import { ListRow } from '../../design/list-row.tsx';
import { Box } from '../../design/styled.tsx';
import { useNow } from '../../engine/use-now.ts';
import { durationInWords, momentOf } from '../../platform/format.ts';
import { operatorTexts } from './operator-texts.ts';
import { RowPicture, kindOf, titleOf } from './row-parts.tsx';
import type { Decisions } from './use-decisions.ts';

interface SettledRowProps {
  row: QueueRow;
  actId: string;
  isOffline: boolean;
  decisions: Decisions;
}

export function SettledRow({ row, actId, isOffline, decisions }: SettledRowProps) {
  const now = useNow(60_000);
  const decided = operatorTexts.decidedBy(row.by ?? operatorTexts.unknown, durationInWords(now - Date.parse(row.at)));
  return (
    <ListRow
      lead={<RowPicture row={row} />}
      title={<bdi>{titleOf(row)}</bdi>}
      meta={kindOf(row)}
      trailing={
        <Button
          variant="outline"
          size="sm"
          data-row-target
          aria-label={operatorTexts.undoOf(titleOf(row))}
          {...(isOffline ? disabledWithReason(operatorTexts.offline.title) : { onClick: () => decisions.undo(actId) })}
        >
          <Icon of={isOffline ? CloudOff : Undo2} size={16} />
          {operatorTexts.undo}
        </Button>
      }
    >
      <Box textStyle="meta" color="fg.subtle" overflowWrap="anywhere">
        {decided}
        {row.ends_at !== null && `, ${operatorTexts.until(momentOf(row.ends_at))}`}
        {row.reason !== '' && (
          <>
            {': '}
            <bdi>{row.reason}</bdi>
          </>
        )}
      </Box>
    </ListRow>
  );
}
