import { Box, chakra, Flex } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { Upload } from 'lucide-react';
import type { UploadRecord } from '../../../sync/client.ts';
import { bytes, span } from '../../lib/format.ts';
import { useLive, useScope, useSyncStatus } from '../../lib/live.ts';
import { texts } from '../../lib/texts.ts';
import { useNow } from '../../lib/use-now.ts';
import { Button } from '../../ui/button.tsx';
import { KeptList } from './kept-list.tsx';
import { StoragePanel } from './storage-panel.tsx';
import { WaitingRow } from './waiting-row.tsx';

/** Everything that rests on this device: what waits, what could not be sent, the kept music, and the storage it takes. */
export function DevicePage({ uploadLink }: { uploadLink: ReactNode }) {
  const sync = useScope();
  const status = useSyncStatus();
  const pending = useLive(sync.pending);
  const now = useNow(10_000);
  const upload = useUnfinishedUpload();
  const isOffline = status.network === 'offline';
  const failed = pending.filter((action) => action.state === 'dead' || action.state === 'held');
  const waiting = pending.filter((action) => action.state !== 'dead' && action.state !== 'held');
  return (
    <Box
      px={{ base: '16px', md: '24px', lg: '40px' }}
      pt={{ base: '8px', lg: '24px' }}
      pb="32px"
      maxWidth="760px"
      mx="auto"
    >
      <chakra.h1 textStyle="h1" fontFamily="display" fontWeight="750">
        {texts.device.heading}
      </chakra.h1>
      <Flex align="center" gap="8px 16px" wrap="wrap" mt="6px">
        <Box flex="1 1 240px" color="fg.muted">
          {isOffline && `${texts.sync.offline}. `}
          {status.lastSyncedAt === null ? texts.sync.savedNever : texts.sync.savedHere(span(now - status.lastSyncedAt))}
        </Box>
        <Button
          look="outline"
          busy={status.busySince === null ? null : texts.sync.syncing}
          onClick={() => sync.syncNow()}
        >
          {texts.device.syncNow}
        </Button>
      </Flex>
      {status.updateRequired && <Notice>{texts.device.update}</Notice>}
      {status.storage !== 'ok' && <Notice>{texts.device.storageStates[status.storage]}</Notice>}
      {failed.length > 0 && (
        <Section title={texts.sync.failed(failed.length)}>
          <Rows>
            {failed.map((action) => (
              <WaitingRow key={action.id} action={action} isOffline={isOffline} now={now} />
            ))}
          </Rows>
        </Section>
      )}
      <Section title={texts.device.waiting}>
        {waiting.length === 0 && !upload ? (
          <Box color="fg.muted">{texts.device.nothingWaits}</Box>
        ) : (
          <Rows>
            {upload && <UploadRow record={upload} now={now} link={uploadLink} />}
            {waiting.map((action) => (
              <WaitingRow key={action.id} action={action} isOffline={isOffline} now={now} />
            ))}
          </Rows>
        )}
      </Section>
      <Section title={texts.device.kept}>
        <KeptList now={now} />
      </Section>
      <Section title={texts.device.storage}>
        <StoragePanel />
      </Section>
    </Box>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Box as="section" aria-labelledby={id} mt="28px">
      <chakra.h2 id={id} textStyle="title" mb="10px">
        {title}
      </chakra.h2>
      {children}
    </Box>
  );
}

function Rows({ children }: { children: ReactNode }) {
  return (
    <Flex as="ul" listStyleType="none" direction="column" gap="8px">
      {children}
    </Flex>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <Box role="alert" mt="16px" p="12px 14px" border="1px solid" borderColor="orange.fg" borderRadius="panel">
      {children}
    </Box>
  );
}

/** An upload that has begun: its files wait here until they are with the server. */
function UploadRow({ record, now, link }: { record: UploadRecord; now: number; link: ReactNode }) {
  const size = (record.audio?.bytes ?? 0) + (record.cover?.bytes ?? 0);
  return (
    <Flex
      as="li"
      gap="8px 12px"
      align="flex-start"
      wrap="wrap"
      p="12px 14px"
      border="1.5px dashed"
      borderColor="border.emphasized"
      borderRadius="panel"
    >
      <Box color="fg.muted" pt="2px">
        <Upload size={20} strokeWidth={1.75} aria-hidden />
      </Box>
      <Box flex="1 1 200px" minWidth="0">
        <Box textStyle="title" overflowWrap="anywhere">
          {texts.device.upload(record.form.title)}
        </Box>
        <Box textStyle="small" color="fg.subtle">
          {texts.device.since(span(now - record.startedAt))} {bytes(size)}
        </Box>
      </Box>
      {link}
    </Flex>
  );
}

/** The newest that was begun; once its track is queued it is listed as an action. */
function useUnfinishedUpload(): UploadRecord | null {
  const records = useLive(useScope().uploads.records);
  return records?.findLast(({ stage }) => stage.kind === 'sending') ?? null;
}
