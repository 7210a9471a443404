import { Upload } from 'lucide';
import type { UploadRecord } from '../../../sync/client.ts';
import { bytes, durationInWords } from '../../platform/format.ts';
import { useLive, useScope, useSyncStatus } from '../../engine/live.ts';
import { canReportErrors } from '../../platform/error-reports.ts';
import { PRODUCT_NAME } from '../../platform/product.ts';
import { APP_VERSION } from '../../platform/release.ts';
import { texts } from '../../platform/texts.ts';
import { useDeviceNow, useNow } from '../../engine/use-now.ts';
import { Button } from '../../design/button.tsx';
import { LinkButton } from '../../design/link-button.tsx';
import { Notice } from '../../design/notice.tsx';
import { Page, Section } from '../../design/page.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { deviceTexts } from '../../components/offline/device-texts.ts';
import { ErrorReportsSwitch } from './error-reports-switch.tsx';
import { SessionList } from './session-list.tsx';
import { StoragePanel } from './storage-panel.tsx';
import { syncTexts } from '../../components/offline/sync-texts.ts';
import { WaitingRow } from './waiting-row.tsx';

export function DevicePage() {
  const scope = useScope();
  const status = useSyncStatus((all) => all);
  const pending = useLive(scope.pending);
  const now = useNow(10_000);
  const clocks = { server: now, device: useDeviceNow(10_000) };
  const isOffline = status.network === 'offline';
  const failed = pending.filter(({ state }) => 'error' in state);
  const waiting = pending.filter(({ state }) => !('error' in state));
  // An upload whose track is queued is listed as an action instead.
  const unfinishedUpload = useLive(scope.uploads.records)?.findLast(({ stage }) => stage.kind === 'sending') ?? null;
  return (
    <Page title={texts.pages.device} width="narrow">
      <Flex align="center" gap="8px 16px" wrap="wrap" mt="6px" mb="16px">
        <Box flex="1 1 240px" color="fg.muted">
          {isOffline && `${texts.sync.offline}. `}
          {status.lastSyncedAt === null
            ? syncTexts.savedNever
            : syncTexts.savedHere(durationInWords(now - status.lastSyncedAt))}
        </Box>
        <Button
          variant="outline"
          busy={status.work.kind === 'working' ? syncTexts.syncing : null}
          onClick={() => scope.syncNow(true)}
        >
          {deviceTexts.syncNow}
        </Button>
      </Flex>
      {status.work.kind === 'outdated' && <Notice role="alert" kind="attention" title={deviceTexts.update} />}
      {status.storage !== 'ok' && (
        <Notice role="alert" kind="attention" title={deviceTexts.storageStates[status.storage]} />
      )}
      {failed.length > 0 && (
        <Section title={syncTexts.failed(failed.length)}>
          <Rows>
            {failed.map((action) => (
              <WaitingRow key={action.id} action={action} isOffline={isOffline} now={clocks} />
            ))}
          </Rows>
        </Section>
      )}
      <Section title={deviceTexts.waiting}>
        {waiting.length === 0 && !unfinishedUpload ? (
          <Box color="fg.muted">{deviceTexts.nothingWaits}</Box>
        ) : (
          <Rows>
            {unfinishedUpload && <UploadRow record={unfinishedUpload} />}
            {waiting.map((action) => (
              <WaitingRow key={action.id} action={action} isOffline={isOffline} now={clocks} />
            ))}
          </Rows>
        )}
      </Section>
      <Section title={deviceTexts.storage}>
        <StoragePanel />
        <Box mt="12px">
          <LinkButton variant="quiet" size="sm" to="/library/kept">
            {deviceTexts.kept}
          </LinkButton>
        </Box>
      </Section>
      <Section title={deviceTexts.sessions.title}>
        <SessionList />
      </Section>
      {canReportErrors && (
        <Section title={deviceTexts.errorReports}>
          <ErrorReportsSwitch />
        </Section>
      )}
      <Box textStyle="small" color="fg.subtle" mt="28px">
        {PRODUCT_NAME} {APP_VERSION}
      </Box>
    </Page>
  );
}

const Rows = styled('ul', { base: { listStyleType: 'none', display: 'flex', flexDirection: 'column', gap: '8px' } });

function UploadRow({ record }: { record: UploadRecord }) {
  const now = useDeviceNow(10_000);
  const size = (record.audio?.bytes ?? 0) + (record.cover?.bytes ?? 0);
  return (
    <Notice
      as="li"
      kind="waiting"
      icon={Upload}
      title={deviceTexts.upload(record.form.title)}
      actions={
        <LinkButton variant="quiet" size="sm" to="/upload">
          {texts.open}
        </LinkButton>
      }
    >
      <Box textStyle="small" color="fg.subtle">
        {deviceTexts.since(durationInWords(now - record.startedAt))} {bytes(size)}
      </Box>
    </Notice>
  );
}
