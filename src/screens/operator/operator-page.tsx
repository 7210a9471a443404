import { CloudOff } from 'lucide';
import { useEffect } from 'react';
import { operatorQueue } from '../../../sync/model/operator/reports.ts';
import { FailedState } from '../../design/failed-state.tsx';
import { Notice } from '../../design/notice.tsx';
import { Page, PageTitle } from '../../design/page.tsx';
import { PageLoading } from '../../design/page-loading.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { useSyncStatus } from '../../engine/live.ts';
import { useNow } from '../../engine/use-now.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { durationInWords } from '../../platform/format.ts';
import { texts } from '../../platform/texts.ts';
import { Figures } from './figures.tsx';
import { Invitations } from './invitations.tsx';
import { operatorTexts } from './operator-texts.ts';
import { PasscodeForm } from './passcode-form.tsx';
import type { PlaybackProps } from './playback-props.ts';
import { RadioPanel } from './radio-panel.tsx';
import { ReportQueue } from './report-queue.tsx';
import { RestrictedWords } from './restricted-words.tsx';
import { RulesPanel } from './rules-panel.tsx';

/** SQLSTATE of a missing privilege. */
const FORBIDDEN = '42501';

/** The operator's page (S-65). The server decides who is an operator; everybody else gets the route's 404. */
export function OperatorPage({ onForbidden, ...props }: PlaybackProps & { onForbidden: () => void }) {
  const queue = useRemote(operatorQueue('open'));
  const isOffline = useSyncStatus(({ network }) => network === 'offline');
  const now = useNow(10_000);
  const failure = queue.kind === 'loading' ? null : queue.failure;
  const isForbidden = failure?.kind === 'refused' && failure.code === FORBIDDEN;
  useEffect(() => {
    if (isForbidden) onForbidden();
  }, [isForbidden, onForbidden]);
  if (isForbidden || (queue.kind === 'loading' && !isOffline)) return <PageLoading />;
  return (
    <Page width="wide">
      <Flex align="flex-end" justify="space-between" gap="12px" wrap="wrap" mb="16px">
        <PageTitle textStyle="poster" fontSize={{ lg: '44px' }}>
          {texts.pages.operator}
        </PageTitle>
        {queue.kind === 'here' && (
          <Box textStyle="meta" color="fg.muted">
            {operatorTexts.updated(durationInWords(now - queue.at))}
          </Box>
        )}
      </Flex>
      {(isOffline || failure?.kind === 'network') && (
        <Box mb="16px">
          <Notice kind="waiting" role="status" icon={CloudOff} title={operatorTexts.offline.title}>
            {operatorTexts.offline.text}
          </Notice>
        </Box>
      )}
      {queue.kind === 'failed' && queue.failure.kind !== 'network' && (
        <FailedState title={operatorTexts.failed} isBusy={queue.isAsking} onRetry={queue.retry} />
      )}
      {queue.kind === 'here' && <Moderation {...props} isOffline={isOffline} />}
    </Page>
  );
}

function Moderation({ isOffline, ...props }: PlaybackProps & { isOffline: boolean }) {
  return (
    <>
      <Figures />
      <Box
        display="grid"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' }}
        columnGap="56px"
        alignItems="start"
      >
        <ReportQueue {...props} isOffline={isOffline} />
        <Box
          minWidth="0"
          css={{
            '& > section + section': { borderTop: '1px solid', borderColor: 'border', mt: '20px', pt: '18px' },
          }}
        >
          <RadioPanel isOffline={isOffline} />
          <PasscodeForm isOffline={isOffline} />
          <Invitations isOffline={isOffline} />
          <RestrictedWords isOffline={isOffline} />
          <RulesPanel isOffline={isOffline} />
        </Box>
      </Box>
    </>
  );
}
