import { NotificationWatch } from '../messages/notification-watch.tsx';
import { useNews } from './use-news.ts';

export function NewsWatch({ onOpen }: { onOpen: (partnerId: string) => void }) {
  const { unread, requests } = useNews();
  return <NotificationWatch count={unread + requests} onOpen={onOpen} />;
}
