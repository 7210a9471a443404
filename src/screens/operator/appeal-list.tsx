import { ChevronDown, ChevronUp } from 'lucide';
import { useRef, useState } from 'react';
import { operatorAppeals, type AppealRow } from '../../../sync/model/operator/reports.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { FailedState } from '../../design/failed-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { List } from '../../design/list-row.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { useNow } from '../../engine/use-now.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { durationInWords, momentOf } from '../../platform/format.ts';
import { texts } from '../../platform/texts.ts';
import { AppealAnswer } from './appeal-answer.tsx';
import { OpeningRow } from './opening-row.tsx';
import { operatorTexts } from './operator-texts.ts';
import { RowPicture, kindOf, titleOf } from './row-parts.tsx';
import { useRowKeys } from './use-row-keys.ts';

const words = operatorTexts.appeals;
const noRows: readonly AppealRow[] = [];

export function AppealList({ isOffline }: { isOffline: boolean }) {
  const read = useRemote(operatorAppeals);
  const rows = read.kind === 'here' ? read.value : noRows;
  const [openId, setOpenId] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useRowKeys(box);
  if (read.kind === 'loading') return <Skeleton height="200px" borderRadius="panel" />;
  if (read.kind === 'failed') return <FailedState title={words.failed} isBusy={read.isAsking} onRetry={read.retry} />;
  return (
    <Box ref={box} tabIndex={-1} outline="none">
      {rows.length === 0 ? (
        <EmptyState title={words.none} />
      ) : (
        <>
          <List>
            {rows.map((row) => (
              <Row
                key={row.id}
                row={row}
                isOpen={openId === row.id}
                isOffline={isOffline}
                onToggle={() => setOpenId(openId === row.id ? null : row.id)}
                onAnswered={() => setOpenId(null)}
              />
            ))}
          </List>
          <Flex hideBelow="lg" textStyle="small" color="fg.subtle" mt="12px">
            {operatorTexts.keys}
          </Flex>
        </>
      )}
    </Box>
  );
}

interface RowProps {
  row: AppealRow;
  isOpen: boolean;
  isOffline: boolean;
  onToggle: () => void;
  onAnswered: () => void;
}

function Row({ row, isOpen, isOffline, onToggle, onAnswered }: RowProps) {
  const now = useNow(60_000);
  return (
    <OpeningRow
      picture={<RowPicture row={row} />}
      isOpen={isOpen}
      onToggle={onToggle}
      columns="minmax(0, 1fr) auto auto"
      detail={<AppealAnswer row={row} isOffline={isOffline} onAnswered={onAnswered} />}
    >
      <Box minWidth="0">
        <Box textStyle="title" dir="auto" truncate>
          {titleOf(row)}
        </Box>
        <Box textStyle="meta" color="fg.muted" truncate>
          {kindOf(row)}
        </Box>
        <Box textStyle="meta" color="fg.muted">
          {words.decided[row.act](row.by, momentOf(row.act_at))}
        </Box>
      </Box>
      <Box textStyle="meta" color="fg.subtle">
        {texts.ago(durationInWords(now - Date.parse(row.at)))}
      </Box>
      <Icon of={isOpen ? ChevronUp : ChevronDown} />
    </OpeningRow>
  );
}
