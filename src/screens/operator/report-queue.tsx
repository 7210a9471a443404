import { useEffect, useRef, useState } from 'react';
import { operatorQueue, queueLists, type QueueList, type QueueRow } from '../../../sync/model/operator-remote.ts';
import { CountBadge } from '../../design/badge.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { FailedState } from '../../design/failed-state.tsx';
import { List } from '../../design/list-row.tsx';
import { Section } from '../../design/page.tsx';
import { Segment } from '../../design/segment.tsx';
import { useShortcutKeys } from '../../design/shortcut-keys.ts';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { useRemote } from '../../engine/use-remote.ts';
import type { Playing } from './playing.ts';
import { operatorTexts } from './operator-texts.ts';
import { OpenRow } from './open-row.tsx';
import { SettledRow } from './settled-row.tsx';
import { useDecisions } from './use-decisions.ts';

const keyOf = ({ act_id, subject, subject_id }: QueueRow) => act_id ?? `${subject} ${subject_id}`;

export function ReportQueue({ isOffline, ...props }: Playing & { isOffline: boolean }) {
  const [list, setList] = useState<QueueList>('open');
  const queue = useRemote(operatorQueue(list));
  // Supplies the counts while another list loads.
  const open = useRemote(operatorQueue('open'));
  const counts = queue.kind === 'here' ? queue.value.counts : open.kind === 'here' ? open.value.counts : null;
  return (
    <Section
      title={operatorTexts.reports}
      aside={<CountBadge count={counts?.open ?? 0} label={operatorTexts.openReports} />}
    >
      <Box overflowX="auto" mb="12px" maxWidth="max-content">
        <Segment
          label={operatorTexts.list}
          on="page"
          value={list}
          choices={queueLists.map((value) => ({
            value,
            label: counts
              ? `${operatorTexts.lists[value]} ${counts[value].toLocaleString('en')}`
              : operatorTexts.lists[value],
          }))}
          onChange={setList}
        />
      </Box>
      {queue.kind === 'loading' && <Skeleton height="200px" borderRadius="panel" />}
      {queue.kind === 'failed' && (
        <FailedState title={operatorTexts.failed} isBusy={queue.isAsking} onRetry={queue.retry} />
      )}
      {queue.kind === 'here' && (
        <Rows key={list} {...props} list={list} rows={queue.value.rows} isOffline={isOffline} />
      )}
    </Section>
  );
}

interface RowsProps extends Playing {
  list: QueueList;
  rows: readonly QueueRow[];
  isOffline: boolean;
}

function Rows({ list, rows, isOffline, ...props }: RowsProps) {
  const decisions = useDecisions();
  const [openKey, setOpenKey] = useState<string | null>(null);
  const box = useRef<HTMLDivElement>(null);
  /** The row in use. If it leaves the list, its successor gets the focus. */
  const inUse = useRef<{ key: string; index: number } | null>(null);
  const move = (by: 1 | -1) => {
    const at = targetsIn(box.current).findIndex((target) => target.closest('li')?.contains(document.activeElement));
    focusRow(box.current, Math.max(0, at + by));
  };
  useShortcutKeys(() => ({ j: () => move(1), k: () => move(-1) }));
  useEffect(() => {
    const used = inUse.current;
    if (used === null) return;
    const index = rows.findIndex((row) => keyOf(row) === used.key);
    if (index >= 0) {
      used.index = index;
      return;
    }
    inUse.current = null;
    // Leave the focus where the operator has moved it meanwhile.
    if (document.activeElement === document.body) focusRow(box.current, used.index);
  }, [rows]);

  return (
    <Box ref={box} tabIndex={-1} outline="none">
      {rows.length === 0 ? (
        <EmptyState title={operatorTexts.empty[list]} />
      ) : (
        <>
          <List>
            {rows.map((row, index) => {
              const key = keyOf(row);
              const onUse = () => {
                inUse.current = { key, index };
              };
              return row.act_id === null ? (
                <OpenRow
                  key={key}
                  {...props}
                  row={row}
                  isOpen={openKey === key}
                  isOffline={isOffline}
                  decisions={decisions}
                  onToggle={() => {
                    onUse();
                    setOpenKey(openKey === key ? null : key);
                  }}
                  onSettled={() => setOpenKey(null)}
                />
              ) : (
                <SettledRow
                  key={key}
                  row={row}
                  actId={row.act_id}
                  isOffline={isOffline}
                  decisions={decisions}
                  onUndo={onUse}
                />
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

function targetsIn(box: HTMLElement | null): HTMLElement[] {
  return [...(box?.querySelectorAll<HTMLElement>('[data-row-target]') ?? [])];
}

/** Focuses the row at this place, or the last one; the list itself if it is empty. */
function focusRow(box: HTMLElement | null, index: number): void {
  const targets = targetsIn(box);
  (targets[Math.min(index, targets.length - 1)] ?? box)?.focus();
}
