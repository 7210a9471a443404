import type { ConnectionView, ConversationView } from '../../sync/client.ts';
import { requestBadgeCount, useLastViewed } from '../components/connection/last-viewed.ts';
import { constantLive, useLive, useScopeOrNull } from '../engine/live.ts';

const noConnections = constantLive<readonly ConnectionView[]>([]);
const noConversations = constantLive<readonly ConversationView[]>([]);

/** `requests` is 0 if the pending requests are exactly the last viewed ones. */
export interface News {
  unread: number;
  requests: number;
}

export function useNews(): News {
  const scope = useScopeOrNull();
  const connections = useLive(scope?.connections ?? noConnections);
  const conversations = useLive(scope?.conversations ?? noConversations);
  const lastViewed = useLastViewed(scope);
  return {
    unread: conversations.reduce((sum, { unread }) => sum + unread, 0),
    requests: requestBadgeCount(connections, lastViewed),
  };
}
