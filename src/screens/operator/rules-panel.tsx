import { useRef, useState } from 'react';
import { operatorRules, type RuleChange, type RuleRow } from '../../../sync/model/operator/settings.ts';
import { Button } from '../../design/button.tsx';
import { FailedState } from '../../design/failed-state.tsx';
import { Section } from '../../design/page.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { useRemote } from '../../engine/use-remote.ts';
import { momentOf } from '../../platform/format.ts';
import { operatorTexts } from './operator-texts.ts';
import { RuleForm } from './rule-form.tsx';
import { describeChanges, nameOf, summaryOf } from './rule-words.ts';

const words = operatorTexts.rules;

/** Prices, rewards, levels and caps, and the items of the store. */
export function RulesPanel({ isOffline }: { isOffline: boolean }) {
  const read = useRemote(operatorRules);
  return (
    <Section title={words.title}>
      <Box textStyle="meta" color="fg.muted" mb="12px">
        {words.about}
      </Box>
      {read.kind === 'loading' && <Skeleton height="200px" borderRadius="panel" />}
      {read.kind === 'failed' && <FailedState title={words.failed} isBusy={read.isAsking} onRetry={read.retry} />}
      {read.kind === 'here' &&
        (['item', 'rule'] as const).map((subject) => (
          <Box key={subject} mb="16px">
            <Box as="h3" textStyle="title" color="fg.muted" mb="4px">
              {words.groups[subject]}
            </Box>
            <styled.ul listStyleType="none">
              {read.value.rows
                .filter((row) => row.subject === subject)
                .map((row) => (
                  <Row key={row.id} row={row} isOffline={isOffline} onRefused={read.retry} />
                ))}
            </styled.ul>
          </Box>
        ))}
      {read.kind === 'here' && read.value.changes.length > 0 && <Changes changes={read.value.changes} />}
    </Section>
  );
}

function Row({ row, ...form }: { row: RuleRow; isOffline: boolean; onRefused: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    edit.current?.focus();
  };
  return (
    <Box as="li" py="6px" borderTop="1px solid" borderColor="border" _first={{ border: 'none' }}>
      <Flex align="center" gap="12px">
        <Box flex="1" minWidth="0" overflowWrap="anywhere">
          <Box textStyle="title">{nameOf(row.name)}</Box>
          <Box textStyle="meta" color="fg.muted">
            {summaryOf(row)}
          </Box>
        </Box>
        <Button
          ref={edit}
          variant="outline"
          size="sm"
          aria-label={words.editOf(nameOf(row.name))}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {words.edit}
        </Button>
      </Flex>
      {isOpen && <RuleForm {...form} row={row} onClose={close} />}
    </Box>
  );
}

function Changes({ changes }: { changes: readonly RuleChange[] }) {
  return (
    <>
      <Box as="h3" textStyle="title" color="fg.muted" mb="4px">
        {words.latest}
      </Box>
      <styled.ul listStyleType="none">
        {changes.map(({ id, at, by, name, reason, from, to }) => (
          <Box as="li" key={id} textStyle="meta" py="6px" overflowWrap="anywhere">
            <Box>
              {nameOf(name)}. {describeChanges(name, from, to)}
            </Box>
            <Box color="fg.muted">
              <bdi>{by}</bdi>, {momentOf(at)}: <bdi>{reason}</bdi>
            </Box>
          </Box>
        ))}
      </styled.ul>
    </>
  );
}
