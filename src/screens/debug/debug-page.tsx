import { ArrowRight, Zap } from 'lucide';
import type { ReactNode } from 'react';
import type { MeView } from '../../../sync/client.ts';
import type { BalanceRow } from '../../../sync/model/tables/user-balances.ts';
import { recentZaps } from '../../../sync/model/remote-reads.ts';
import { fanLevel } from '../../../sync/model/rules.ts';
import { useMe, useRules, useScope } from '../../engine/live.ts';
import { useNow } from '../../engine/use-now.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { Icon } from '../../design/icon.tsx';
import { lazyPart } from '../../design/lazy-part.tsx';
import { LinkButton } from '../../design/link-button.tsx';
import { Page, PageTitle, Section } from '../../design/page.tsx';
import { Panel } from '../../design/panel.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { ActionsTable } from './actions-table.tsx';
import { debugTexts } from './debug-texts.ts';
import { Figures } from './figures.tsx';
import { LedgerCheck } from './ledger-check.tsx';
import { SendAction } from './send-action.tsx';
import { SignedOut } from './signed-out.tsx';
import { zapStatsOf } from './zap-stats.ts';

export const SuitePage = lazyPart(() => import('./suite-page.tsx').then((m) => m.SuitePage), 'page');

export function DebugPage() {
  const { userId } = useScope();
  const me = useMe();
  return (
    <Page width="wide">
      <Flex align="center" justify="space-between" gap="12px" wrap="wrap">
        <PageTitle textStyle="poster" fontSize={{ lg: '44px' }}>
          {debugTexts.title}
        </PageTitle>
        {userId !== null && (
          <LinkButton variant="outline" to="/test/zaps">
            {debugTexts.openSuite}
            <Icon of={ArrowRight} size={18} />
          </LinkButton>
        )}
      </Flex>
      {userId === null ? (
        <SignedOut text={debugTexts.signedOut} />
      ) : me?.balance ? (
        <Economy me={me} balance={me.balance} />
      ) : (
        <Skeleton height="320px" mt="20px" borderRadius="panel" />
      )}
    </Page>
  );
}

type EconomyProps = { me: MeView; balance: BalanceRow };

function Economy({ me, balance }: EconomyProps) {
  return (
    <>
      <Stats me={me} balance={balance} />
      <Box display="grid" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: '372px minmax(0, 1fr)' }} columnGap="48px">
        <Box minWidth="0">
          <SendAction />
          <LedgerCheck balance={balance} />
          <Derived me={me} balance={balance} />
        </Box>
        <ActionsTable me={me} />
      </Box>
    </>
  );
}

function Stats({ me, balance }: EconomyProps) {
  const earned = balance.total_zaps_earned;
  const { stats } = debugTexts;
  const { dailyPlayCap } = useRules();
  return (
    <Panel
      as="dl"
      display="grid"
      gridTemplateColumns={{ base: 'repeat(2, 1fr)', md: 'repeat(5, 1fr)' }}
      gap="20px"
      mt="20px"
      p="20px 24px"
    >
      <Figure label={stats.balance} color="zap.fg">
        {balance.zaps.toLocaleString('en')} <Icon of={Zap} size={22} filled />
      </Figure>
      <Figure label={stats.earned}>{earned.toLocaleString('en')}</Figure>
      <Figure label={stats.today}>{me.zapsToday.toLocaleString('en')}</Figure>
      <Figure label={stats.plays}>
        {Math.min(dailyPlayCap, me.playsToday)}/{dailyPlayCap}
      </Figure>
      <Figure label={stats.level}>{fanLevel(earned)}</Figure>
    </Panel>
  );
}

function Figure({ label, color = 'fg', children }: { label: string; color?: string; children: ReactNode }) {
  return (
    <Flex direction="column" gap="8px">
      <Box as="dt" textStyle="meta" color="fg.muted">
        {label}
      </Box>
      <Flex as="dd" align="center" gap="6px" textStyle="numeral" fontSize="30px" color={color}>
        {children}
      </Flex>
    </Flex>
  );
}

function Derived({ me, balance }: EconomyProps) {
  const read = useRemote(recentZaps);
  const rules = useRules();
  const now = useNow(60_000);
  const figures = zapStatsOf({ ...me, balance }, read.kind === 'here' ? read.value : [], rules, now);
  return (
    <Section title={debugTexts.derived}>
      <Figures rows={Object.entries(figures).map(([name, value]) => [name, String(value)])} />
    </Section>
  );
}
