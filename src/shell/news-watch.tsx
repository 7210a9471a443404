import { NoticeWatch } from '../messages/notice-watch.tsx';
import { useNews } from './use-news.ts';

/** Keeps the app badge and notifications up to date. */
export function NewsWatch({ onOpen }: { onOpen: (partnerId: string) => void }) {
  const { unread, requests } = useNews();
  return <NoticeWatch count={unread + requests} onOpen={onOpen} />;
}
