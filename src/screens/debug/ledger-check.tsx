import { Check, CircleAlert } from 'lucide';
import type { BalanceRow } from '../../../sync/model/tables/user-balances.ts';
import { ledgerValues } from '../../../sync/model/remote-reads.ts';
import { texts } from '../../platform/texts.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { FailedState } from '../../design/failed-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { Section } from '../../design/page.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { debugTexts } from './debug-texts.ts';

/** The server returns at most this many lines of the ledger. */
const MAX_LINES = 1000;

/** Compares the sum of the ledger with the balance, which must be equal (S-8). Queued actions are in neither. */
export function LedgerCheck({ balance: { zaps: balance, total_zaps_earned: earned } }: { balance: BalanceRow }) {
  const read = useRemote(ledgerValues, `${balance} ${earned}`);
  const values = read.kind === 'here' ? read.value.map(({ zap_value: value }) => value) : [];
  const sum = values.reduce((total, value) => total + value, 0);
  const isComplete = values.length < MAX_LINES;
  const difference = isComplete ? Math.abs(sum - balance) : 0;
  return (
    <Section title={debugTexts.ledger}>
      {read.kind === 'loading' ? (
        <Skeleton height="68px" borderRadius="panel" />
      ) : read.kind === 'failed' ? (
        <FailedState title={texts.readFailed} isBusy={read.isAsking} onRetry={read.retry} />
      ) : (
        <Box
          role="status"
          p="14px"
          bg="bg.inset"
          borderRadius="panel"
          textStyle="meta"
          fontVariantNumeric="tabular-nums"
        >
          <Flex gap="8px" align="center" {...(difference > 0 ? { color: 'red.fg' } : {})}>
            <Icon of={difference > 0 ? CircleAlert : Check} size={18} />
            {!isComplete
              ? debugTexts.tooMany(MAX_LINES)
              : difference > 0
                ? debugTexts.differs(difference)
                : debugTexts.addsUp}
          </Flex>
          <Box color="fg.muted" mt="4px">
            {debugTexts.sum(earned, earned - balance, balance)}
          </Box>
        </Box>
      )}
    </Section>
  );
}
