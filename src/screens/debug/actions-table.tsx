import { Clock } from 'lucide';
import type { ReactNode } from 'react';
import type { MeView } from '../../../sync/client.ts';
import { recentZaps } from '../../../sync/model/remote-reads.ts';
import { durationInWords } from '../../platform/format.ts';
import { useLive, useScope, useTrack } from '../../engine/live.ts';
import { texts } from '../../platform/texts.ts';
import { useNow } from '../../engine/use-now.ts';
import { useRemote } from '../../engine/use-remote.ts';
import { FailedState } from '../../design/failed-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { Section } from '../../design/page.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { actionTime, formatSigned } from './ledger-format.ts';
import { debugTexts } from './debug-texts.ts';

const { columns } = debugTexts;

export function ActionsTable({ me }: { me: MeView }) {
  const read = useRemote(recentZaps, `${me.balance?.zaps} ${me.balance?.total_zaps_earned}`);
  const now = useNow(60_000);
  const isCached = read.kind === 'here' && read.failure !== null;
  return (
    <Section
      title={debugTexts.actions}
      aside={
        read.kind === 'here' && (
          <Box role="status" textStyle="meta" color="fg.subtle">
            {isCached ? debugTexts.lastKnown(durationInWords(Math.max(0, now - read.at))) : debugTexts.live}
          </Box>
        )
      }
    >
      {read.kind === 'loading' ? (
        <Skeleton height="380px" borderRadius="panel" />
      ) : read.kind === 'failed' ? (
        <FailedState title={texts.readFailed} isBusy={read.isAsking} onRetry={read.retry} />
      ) : (
        <styled.table width="100%" textStyle="meta" fontVariantNumeric="tabular-nums" css={{ tableLayout: 'fixed' }}>
          <styled.thead color="fg.subtle" textAlign="left">
            <tr>
              <Head width="128px">{columns.time}</Head>
              <Head>{columns.action}</Head>
              <Head isNumber width="64px">
                {columns.zaps}
              </Head>
              <Head>{columns.track}</Head>
              <Head isWide isNumber>
                {columns.id}
              </Head>
            </tr>
          </styled.thead>
          <tbody>
            <WaitingRows me={me} />
            {read.value.map((line) => (
              <Row
                key={line.id}
                id={line.id}
                trackId={typeof line.metadata['track_id'] === 'string' ? line.metadata['track_id'] : null}
                action={line.action_type}
                zaps={line.zap_value}
              >
                {actionTime(line.created_at, now)}
              </Row>
            ))}
            {read.value.length === 0 && (
              <tr>
                <styled.td colSpan={5} color="fg.muted" py="16px">
                  {debugTexts.noActions}
                </styled.td>
              </tr>
            )}
          </tbody>
        </styled.table>
      )}
    </Section>
  );
}

const ledgerNames: ReadonlyMap<string, string> = new Map([
  ['vote.cast', 'vote'],
  ['share.add', 'share'],
  ['play.record', 'play'],
]);

function WaitingRows({ me }: { me: MeView }) {
  const pending = useLive(useScope().pending);
  return pending.map(({ id, kind, payload }) => {
    const action = ledgerNames.get(kind);
    if (!action) return null;
    const trackId = String(payload['track_id']);
    const spend = me.spends.find((pendingSpend) => pendingSpend.kind === action && pendingSpend.trackId === trackId);
    return (
      <Row key={id} id={`temp-${id}`} trackId={trackId} action={action} zaps={-(spend?.zaps ?? 0)} isWaiting>
        <Flex as="span" display="inline-flex" gap="6px" align="center">
          <Icon of={Clock} size={14} />
          {debugTexts.waiting}
        </Flex>
      </Row>
    );
  });
}

interface RowProps {
  id: string;
  trackId: string | null;
  action: string;
  zaps: number;
  isWaiting?: boolean;
  children: ReactNode;
}

function Row({ id, trackId, action, zaps, isWaiting = false, children }: RowProps) {
  const title = useTrack(trackId)?.title ?? '';
  const [shortId] = id.split(/(?<=^(?:temp-)?[^-]{8})/);
  return (
    <styled.tr
      height="38px"
      borderTop="1px solid"
      borderColor="border"
      {...(isWaiting ? { outline: '1px dashed', outlineColor: 'border.emphasized', borderRadius: '10px' } : {})}
    >
      <Cell isMuted>{children}</Cell>
      <Cell>{action}</Cell>
      <Cell isNumber>{formatSigned(zaps)}</Cell>
      <Cell isMuted>{title}</Cell>
      <Cell isMuted isWide isNumber>
        {shortId}
      </Cell>
    </styled.tr>
  );
}

interface CellProps {
  isMuted?: boolean;
  isNumber?: boolean;
  isWide?: boolean;
  children: ReactNode;
}

function Cell({ isMuted = false, isNumber = false, isWide = false, children }: CellProps) {
  return (
    <styled.td
      pr="12px"
      truncate
      {...(isMuted ? { color: 'fg.muted' } : {})}
      {...(isNumber ? { textAlign: 'right' } : {})}
      {...(isWide ? { hideBelow: 'md' } : {})}
    >
      {children}
    </styled.td>
  );
}

function Head({ isNumber = false, isWide = false, width, children }: CellProps & { width?: string }) {
  return (
    <styled.th
      scope="col"
      height="34px"
      pr="12px"
      fontWeight="400"
      {...(width ? { width } : {})}
      {...(isNumber ? { textAlign: 'right' } : {})}
      {...(isWide ? { hideBelow: 'md' } : {})}
    >
      {children}
    </styled.th>
  );
}
