import { NoticeWatch } from '../messages/notice-watch.tsx';
import { useNews } from './use-news.ts';

/** Keeps what waits for this person known outside of the page. */
export function NewsWatch({ onOpen }: { onOpen: (partnerId: string) => void }) {
  const { unread, requests } = useNews();
  return <NoticeWatch count={unread + requests} onOpen={onOpen} />;
}
