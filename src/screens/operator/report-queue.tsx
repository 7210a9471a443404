import { TriangleAlert } from 'lucide';
import { useId, useRef, useState } from 'react';
import { operatorFigures, operatorQueue, type QueueList, type QueueRow } from '../../../sync/model/operator/reports.ts';
import { CountBadge } from '../../design/badge.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { FailedState } from '../../design/failed-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { List } from '../../design/list-row.tsx';
import { Segment } from '../../design/segment.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { useNow } from '../../engine/use-now.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { durationInWords } from '../../platform/format.ts';
import type { PlaybackProps } from './playback-props.ts';
import { operatorTexts, pageLists, type PageList } from './operator-texts.ts';
import { OpenRow } from './open-row.tsx';
import { AppealList } from './appeal-list.tsx';
import { SettledRow } from './settled-row.tsx';
import { useDecisions } from './use-decisions.ts';
import { useRowKeys } from './use-row-keys.ts';

const LATE_MS = 24 * 3_600_000;

const keyOf = ({ act_id, subject, subject_id }: QueueRow) => act_id ?? `${subject} ${subject_id}`;

export function ReportQueue({ isOffline, ...props }: PlaybackProps & { isOffline: boolean }) {
  const title = useId();
  const [list, setList] = useState<PageList>('open');
  // This list is read even if another one is shown, because its answer has the counts of all lists.
  const open = useRemote(operatorQueue('open'));
  const counts = open.kind === 'here' ? open.value.counts : null;
  return (
    <Box as="section" aria-labelledby={title} mt="28px" minWidth="0">
      <Flex align="center" justify="space-between" wrap="wrap" gap="10px 16px" mb="12px">
        <Flex align="center" gap="10px" wrap="wrap">
          <styled.h2 id={title} textStyle="h2">
            {operatorTexts.reports}
          </styled.h2>
          <CountBadge count={(counts?.open ?? 0) + (counts?.appeals ?? 0)} label={operatorTexts.openReports} />
          <OldestReport />
        </Flex>
        {/* The padding is room for the outline of the focus. */}
        <Box overflowX="auto" minWidth="0" maxWidth="100%" p="2px">
          <Box width="max-content" whiteSpace="nowrap">
            <Segment
              label={operatorTexts.list}
              on="page"
              value={list}
              choices={pageLists.map((value) => ({
                value,
                label: counts
                  ? `${operatorTexts.lists[value]} ${counts[value].toLocaleString('en')}`
                  : operatorTexts.lists[value],
              }))}
              onChange={setList}
            />
          </Box>
        </Box>
      </Flex>
      {list === 'appeals' ? (
        <AppealList isOffline={isOffline} />
      ) : (
        <QueuePart key={list} {...props} list={list} isOffline={isOffline} />
      )}
    </Box>
  );
}

/** Shows the age of the oldest open report once the report has waited for a day. */
function OldestReport() {
  const read = useRemote(operatorFigures);
  const now = useNow(60_000);
  const at = read.kind === 'here' ? read.value.oldest_report_at : null;
  const ageMs = at === null ? 0 : now - Date.parse(at);
  if (ageMs < LATE_MS) return null;
  return (
    <Flex align="center" gap="6px" textStyle="meta" color="orange.fg">
      <Icon of={TriangleAlert} size={14} />
      {operatorTexts.oldest(durationInWords(ageMs))}
    </Flex>
  );
}

function QueuePart({ list, ...props }: Omit<RowsProps, 'rows'>) {
  const queue = useRemote(operatorQueue(list));
  if (queue.kind === 'loading') return <Skeleton height="200px" borderRadius="panel" />;
  if (queue.kind === 'failed')
    return <FailedState title={operatorTexts.failed} isBusy={queue.isAsking} onRetry={queue.retry} />;
  return <Rows {...props} list={list} rows={queue.value.rows} />;
}

interface RowsProps extends PlaybackProps {
  list: QueueList;
  rows: readonly QueueRow[];
  isOffline: boolean;
}

function Rows({ list, rows, isOffline, ...props }: RowsProps) {
  const decisions = useDecisions();
  const [openKey, setOpenKey] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useRowKeys(box);

  return (
    <Box ref={box} tabIndex={-1} outline="none">
      {rows.length === 0 ? (
        <EmptyState title={operatorTexts.empty[list]} />
      ) : (
        <>
          <List>
            {rows.map((row) => {
              const key = keyOf(row);
              return row.act_id === null ? (
                <OpenRow
                  key={key}
                  {...props}
                  row={row}
                  isOpen={openKey === key}
                  isOffline={isOffline}
                  decisions={decisions}
                  onToggle={() => setOpenKey(openKey === key ? null : key)}
                  onSettled={() => setOpenKey(null)}
                />
              ) : (
                <SettledRow key={key} row={row} actId={row.act_id} isOffline={isOffline} decisions={decisions} />
              );
            })}
          </List>
          <Flex hideBelow="lg" textStyle="small" color="fg.subtle" mt="12px">
            {operatorTexts.keys}
          </Flex>
        </>
      )}
    </Box>
  );
}
