import { useMemo, useSyncExternalStore } from 'react';
import type { MessageView } from '../../sync/client.ts';
import { useLive, useScope } from '../engine/live.ts';
import { useNow } from '../engine/use-now.ts';
import { useHasTwoPanes } from '../platform/viewport.ts';
import { EmptyState } from '../design/empty-state.tsx';
import { FailedState } from '../design/failed-state.tsx';
import { PageLoading } from '../design/page-loading.tsx';
import { Box } from '../design/styled.tsx';
import { WindowedPane } from '../design/windowed-pane.tsx';
import { ConversationRow } from './conversation-row.tsx';
import type { Drafts } from './drafts.ts';
import { messagesTexts } from './messages-texts.ts';
import { useLoading } from './use-loading.ts';

interface ConversationListProps {
  drafts: Drafts;
  openPartnerId: string | null;
  unread: (partnerId: string) => number;
  onChoose: (partnerId: string) => void;
}

interface Item {
  partnerId: string;
  last: MessageView | null;
}

/** Partners with only a draft come first, then conversations. If there is neither, connections are listed. */
export function ConversationList({ drafts, openPartnerId, unread, onChoose }: ConversationListProps) {
  const scope = useScope();
  const conversations = useLive(scope.conversations);
  const connections = useLive(scope.connections);
  const drafted = useSyncExternalStore(drafts.subscribe, () =>
    connections
      .filter(({ status, partnerId }) => status === 'accepted' && drafts.get(partnerId).trim() !== '')
      .map(({ partnerId }) => partnerId)
      .join(' '),
  );
  const items = useMemo((): readonly Item[] => {
    const withMessages = new Set(conversations.map(({ partnerId }) => partnerId));
    const onlyDrafted = drafted.split(' ').filter((partnerId) => partnerId !== '' && !withMessages.has(partnerId));
    return [...onlyDrafted.map((partnerId) => ({ partnerId, last: null })), ...conversations];
  }, [conversations, drafted]);
  const connected = useMemo(
    () => connections.flatMap(({ status, partnerId }) => (status === 'accepted' ? { partnerId, last: null } : [])),
    [connections],
  );
  const loading = useLoading(messagesTexts.listFailed);
  const hasTwoPanes = useHasTwoPanes();
  const now = useNow(60_000);
  const rows = (label: string, shown: readonly Item[]) => (
    <WindowedPane label={label} items={shown} keyOf={({ partnerId }) => partnerId} rowHeight={hasTwoPanes ? 64 : 76}>
      {({ partnerId, last }) => (
        <ConversationRow
          partnerId={partnerId}
          last={last}
          drafts={drafts}
          isOpen={openPartnerId === partnerId}
          unread={unread(partnerId)}
          now={now}
          onChoose={onChoose}
        />
      )}
    </WindowedPane>
  );
  if (items.length > 0) return rows(messagesTexts.conversations, items);
  if (loading.kind === 'loaded' && connected.length > 0)
    return (
      <>
        <Box p="8px 20px 12px">
          <Box textStyle="title">{messagesTexts.noneYet}</Box>
          <Box color="fg.muted">{messagesTexts.noneYetText}</Box>
        </Box>
        {rows(messagesTexts.connections, connected)}
      </>
    );
  return (
    <Box p="0 20px">
      {loading.kind === 'loaded' && <EmptyState title={messagesTexts.none} />}
      {loading.kind === 'loading' && <PageLoading />}
      {loading.kind === 'failed' && <FailedState {...messagesTexts.gaveUp} hasSign={false} onRetry={loading.retry} />}
    </Box>
  );
}
