import { Clock } from 'lucide';
import { type ComponentProps, memo, type ReactNode, useEffect, useId, useMemo } from 'react';
import type { ConnectionView } from '../../../sync/client.ts';
import { durationInWords } from '../../platform/format.ts';
import { useLive, useLivePart, useScope } from '../../engine/live.ts';
import { serverClock } from '../../engine/server-clock.ts';
import { texts } from '../../platform/texts.ts';
import { useNow } from '../../engine/use-now.ts';
import { WaitingText } from '../../engine/waiting-text.tsx';
import { useIsDesktop } from '../../platform/viewport.ts';
import { CountBadge } from '../../design/badge.tsx';
import { classes } from '../../design/classes.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { Icon } from '../../design/icon.tsx';
import { LinkButton } from '../../design/link-button.tsx';
import { Page, PageTitle } from '../../design/page.tsx';
import { NotLoadedYet } from '../../design/not-loaded-yet.tsx';
import { Box, Flex, styled } from '../../design/styled.tsx';
import { type Columns, WindowedGrid } from '../../design/windowed-grid.tsx';
import { WindowedList } from '../../design/windowed-list.tsx';
import { ConnectButton } from '../../components/connection/connect-button.tsx';
import { ConnectedPerson } from './connected-person.tsx';
import { connectionTexts } from '../../components/connection/connection-texts.ts';
import { markViewed, requestsOf } from '../../components/connection/last-viewed.ts';
import { PersonMore } from '../../components/connection/person-more.tsx';
import { RequestCard } from './request-card.tsx';

const style = classes({
  unread: {
    position: 'absolute',
    top: '-5px',
    right: '-4px',
    borderRadius: 'full',
    pointerEvents: 'none',
    display: 'flex',
    boxShadow: '0 0 0 2px {colors.bg}',
  },
});

interface ConnectionsPageProps extends Pick<ComponentProps<typeof PersonMore>, 'onPlay' | 'onReport' | 'onBlock'> {
  onMessage: (personId: string) => void;
}

const REQUEST_PX = 118;
const SENT_PX = 64;
const TWO_COLUMNS_PX = 640;

const columnsOf = (width: number): Columns => ({ count: width < TWO_COLUMNS_PX ? 1 : 2, gapX: 40, gapY: 0 });
const keyOf = ({ partnerId }: ConnectionView) => partnerId;

export function ConnectionsPage(acts: ConnectionsPageProps) {
  const scope = useScope();
  const connections = useLive(scope.connections);
  const now = useNow(60_000);
  const rowHeight = useIsDesktop() ? 72 : 64;
  const requests = useMemo(() => requestsOf(connections), [connections]);
  const sent = connections.filter(({ status, direction }) => status === 'pending' && direction === 'sent');
  const accepted = connections.filter(({ status }) => status === 'accepted');
  useEffect(() => markViewed(scope, requests, serverClock.now()), [scope, requests]);
  const isEmpty = requests.length + sent.length + accepted.length === 0;
  return (
    <Page width="wide">
      <PageTitle textStyle="poster" mb={{ base: '16px', lg: '26px' }}>
        {texts.pages.connections}
      </PageTitle>
      {!isEmpty ? (
        <Box
          display="grid"
          gridTemplateColumns={{
            base: 'minmax(0, 1fr)',
            lg: requests.length + sent.length > 0 ? '440px minmax(0, 1fr)' : 'minmax(0, 1fr)',
          }}
          columnGap="40px"
          rowGap="20px"
          alignItems="start"
        >
          {requests.length + sent.length > 0 && (
            <Box bg={{ lg: 'bg.panel' }} borderRadius="panel" p={{ lg: '20px 24px 16px' }} minWidth="0">
              {requests.length > 0 && (
                <Group
                  title={connectionTexts.requests}
                  count={<CountBadge count={requests.length} label={connectionTexts.requestsLabel} />}
                >
                  <WindowedList label={connectionTexts.requests} items={requests} keyOf={keyOf} rowHeight={REQUEST_PX}>
                    {(request) => <RequestCard request={request} now={now} />}
                  </WindowedList>
                </Group>
              )}
              {sent.length > 0 && (
                <Box
                  {...(requests.length > 0
                    ? { mt: '14px', pt: { lg: '16px' }, borderTop: { lg: '1px solid' }, borderColor: { lg: 'border' } }
                    : {})}
                >
                  <Group title={connectionTexts.sentRequests}>
                    <WindowedList label={connectionTexts.sentRequests} items={sent} keyOf={keyOf} rowHeight={SENT_PX}>
                      {(request) => <SentRequest request={request} now={now} />}
                    </WindowedList>
                  </Group>
                </Box>
              )}
            </Box>
          )}
          {accepted.length > 0 && (
            <Box minWidth="0" pt={{ lg: '20px' }}>
              <Group
                title={connectionTexts.myConnections}
                count={
                  <Box textStyle="meta" color="fg.muted" fontVariantNumeric="tabular-nums">
                    {accepted.length.toLocaleString('en')}
                  </Box>
                }
              >
                <WindowedGrid
                  label={connectionTexts.myConnections}
                  items={accepted}
                  keyOf={keyOf}
                  columnsOf={columnsOf}
                  heightOf={() => rowHeight}
                >
                  {({ partnerId }) => <Connected personId={partnerId} {...acts} />}
                </WindowedGrid>
              </Group>
            </Box>
          )}
        </Box>
      ) : (
        <NoConnections />
      )}
    </Page>
  );
}

function NoConnections() {
  const scope = useScope();
  const isFilled = useLive(scope.isFilled);
  if (isFilled)
    return (
      <EmptyState title={connectionTexts.none} text={connectionTexts.noneText}>
        <LinkButton to="/community">{connectionTexts.creators}</LinkButton>
      </EmptyState>
    );
  return <NotLoadedYet title={connectionTexts.failed} />;
}

function Group({ title, count, children }: { title: string; count?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <Box as="section" aria-labelledby={id}>
      <Flex gap="8px" align="center" mb="4px">
        <styled.h2 id={id} textStyle="h2">
          {title}
        </styled.h2>
        {count}
      </Flex>
      {children}
    </Box>
  );
}

function SentRequest({ request: { partnerId, isPending, updatedAt }, now }: { request: ConnectionView; now: number }) {
  return (
    <Box py="6px" minHeight={`${SENT_PX}px`}>
      <ConnectedPerson
        personId={partnerId}
        meta={
          isPending ? (
            <>
              <Icon of={Clock} size={14} />
              <WaitingText
                filter={({ kind, payload }) => kind === 'connection.request' && payload['partner_id'] === partnerId}
              />
            </>
          ) : (
            connectionTexts.sentAgo(durationInWords(now - Date.parse(updatedAt)))
          )
        }
      >
        <ConnectButton personId={partnerId} place="card" />
      </ConnectedPerson>
    </Box>
  );
}

interface ConnectedProps extends ConnectionsPageProps {
  personId: string;
}

const Connected = memo(function Connected({ personId, onMessage, ...more }: ConnectedProps) {
  const unread = useLivePart(
    useScope().conversations,
    (all) => all.find(({ partnerId }) => partnerId === personId)?.unread ?? 0,
  );
  return (
    <ConnectedPerson personId={personId}>
      <ConnectButton personId={personId} place="card" onMessage={onMessage}>
        {unread > 0 && (
          <div className={style('unread')}>
            <CountBadge count={unread} label={connectionTexts.unreadLabel} />
          </div>
        )}
      </ConnectButton>
      <PersonMore key={personId} personId={personId} atEdge {...more} />
    </ConnectedPerson>
  );
});
