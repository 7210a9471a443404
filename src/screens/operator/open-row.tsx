import { ChevronDown, ChevronUp } from 'lucide';
import type { QueueRow } from '../../../sync/model/operator/reports.ts';
import { Icon } from '../../design/icon.tsx';
import { Box } from '../../design/styled.tsx';
import { useNow } from '../../engine/use-now.ts';
import { durationInWords } from '../../platform/format.ts';
import { texts } from '../../platform/texts.ts';
import type { PlaybackProps } from './playback-props.ts';
import { OpeningRow } from './opening-row.tsx';
import { operatorTexts, reasonText } from './operator-texts.ts';
import { ReportDetailPanel } from './report-detail.tsx';
import { RowPicture, kindOf, titleOf } from './row-parts.tsx';
import type { Decisions } from './use-decisions.ts';

interface OpenRowProps extends PlaybackProps {
  row: QueueRow;
  isOpen: boolean;
  isOffline: boolean;
  decisions: Decisions;
  onToggle: () => void;
  onSettled: () => void;
}

export function OpenRow({ row, isOpen, isOffline, decisions, onToggle, onSettled, ...player }: OpenRowProps) {
  const now = useNow(60_000);
  const reason = reasonText(row.reason);
  const people = operatorTexts.people(row.people);
  const age = durationInWords(now - Date.parse(row.at));
  return (
    <OpeningRow
      picture={<RowPicture row={row} {...(isOpen ? { player } : {})} />}
      isOpen={isOpen}
      onToggle={onToggle}
      columns={{ base: 'minmax(0, 1fr) auto', lg: 'minmax(0, 1fr) minmax(0, 200px) 84px 104px 20px' }}
      detail={<ReportDetailPanel row={row} isOffline={isOffline} decisions={decisions} onSettled={onSettled} />}
    >
      <Box minWidth="0">
        <Box textStyle="title" dir="auto" truncate>
          {titleOf(row)}
        </Box>
        <Box textStyle="meta" color="fg.muted" truncate>
          {kindOf(row)}
        </Box>
        <Box textStyle="meta" color="fg.muted" hideFrom="lg">
          {reason}, {operatorTexts.first(people, age)}
        </Box>
      </Box>
      <Box textStyle="meta" color="fg.muted" hideBelow="lg" truncate>
        {reason}
      </Box>
      <Box textStyle="meta" color="fg.muted" hideBelow="lg">
        {people}
      </Box>
      <Box textStyle="meta" color="fg.subtle" hideBelow="lg" textAlign="end">
        {texts.ago(age)}
      </Box>
      <Icon of={isOpen ? ChevronUp : ChevronDown} />
    </OpeningRow>
  );
}
