import { ArrowRight, Check, CircleAlert } from 'lucide';
import { useState } from 'react';
import { recentZaps } from '../../../sync/model/remote-reads.ts';
import { toastOnError } from '../../engine/call-failure.ts';
import { useIsOffline, useScope } from '../../engine/live.ts';
import { spendTexts } from '../../components/zaps/spend-texts.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icon.tsx';
import { LinkButton } from '../../design/link-button.tsx';
import { List } from '../../design/list-row.tsx';
import { Page, PageTitle } from '../../design/page.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { debugTexts } from './debug-texts.ts';
import { SignedOut } from './signed-out.tsx';
import { suite } from './suite.ts';
import { readFresh } from './read-fresh.ts';
import { useTestTracks } from './use-test-tracks.ts';
import { useZapDispatch } from './use-zap-dispatch.ts';

interface Outcome {
  name: string;
  isPassed: boolean;
  message: string;
  ms: number;
}

export function SuitePage() {
  const { userId } = useScope();
  return (
    <Page width="narrow">
      <Flex align="center" justify="space-between" gap="12px" wrap="wrap">
        <PageTitle textStyle="poster" fontSize={{ lg: '44px' }}>
          {debugTexts.suite}
        </PageTitle>
        {userId !== null && (
          <LinkButton variant="outline" to="/debug/zaps">
            {debugTexts.back}
            <Icon of={ArrowRight} size={18} />
          </LinkButton>
        )}
      </Flex>
      {userId === null ? <SignedOut text={debugTexts.suiteSignedOut} /> : <Suite />}
    </Page>
  );
}

function Suite() {
  const scope = useScope();
  const isOffline = useIsOffline();
  const dispatch = useZapDispatch();
  const [first, second] = useTestTracks();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [isRunning, setRunning] = useState(false);

  async function run() {
    if (!first || !second) return;
    setRunning(true);
    setOutcomes([]);
    try {
      const remote = await scope.remote();
      const readLedger = () => readFresh(remote.read(recentZaps));
      for (const test of suite) {
        const since = performance.now();
        const outcome = await test.run({ tracks: [first.id, second.id], dispatch, readLedger });
        const ms = Math.round(performance.now() - since);
        setOutcomes((previous) => [...previous, { name: test.name, ...outcome, ms }]);
      }
    } finally {
      setRunning(false);
    }
  }

  const passed = outcomes.filter(({ isPassed }) => isPassed).length;
  return (
    <>
      <Box color="fg.muted" mt="14px">
        {debugTexts.about}
      </Box>
      <Flex align="center" gap="14px" mt="16px" wrap="wrap">
        <Button
          disabled={(isOffline || !second) && !isRunning}
          busy={isRunning ? debugTexts.running : null}
          onClick={() => toastOnError(run())}
        >
          {debugTexts.run}
        </Button>
        <Box role="status" color="fg.muted">
          {isOffline
            ? spendTexts.needsNetwork
            : !second
              ? debugTexts.needTracks
              : outcomes.length === suite.length && debugTexts.outcome(passed, suite.length)}
        </Box>
      </Flex>
      <List aria-label={debugTexts.suite} mt="16px">
        {suite.map(({ name }) => (
          <SuiteRow key={name} name={name} outcome={outcomes.find((candidate) => candidate.name === name) ?? null} />
        ))}
      </List>
    </>
  );
}

function SuiteRow({ name, outcome }: { name: string; outcome: Outcome | null }) {
  return (
    <Flex as="li" align="center" gap="12px" minHeight="44px" borderTop="1px solid" borderColor="border">
      <Box width="20px" flex="none" {...(outcome?.isPassed === false ? { color: 'red.fg' } : {})}>
        {outcome && (
          <Icon
            of={outcome.isPassed ? Check : CircleAlert}
            label={outcome.isPassed ? debugTexts.pass : debugTexts.fail}
          />
        )}
      </Box>
      <Box flex="1" minWidth="0">
        <Box fontWeight="600">{name}</Box>
        <Box textStyle="meta" color="fg.muted" overflowWrap="anywhere">
          {outcome?.message ?? debugTexts.notRun}
        </Box>
      </Box>
      {outcome && (
        <Box textStyle="meta" color="fg.subtle" fontVariantNumeric="tabular-nums">
          {debugTexts.ms(outcome.ms)}
        </Box>
      )}
    </Flex>
  );
}
