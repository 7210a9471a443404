import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { useAccount } from '../lib/live.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const Messages = lazyPart(() => import('./messages.tsx').then((m) => m.Messages), 'over');

const NewsWatch = lazyPart(() => import('./news-watch.tsx').then((m) => m.NewsWatch), 'unseen');

/** Opens the messages over whatever page stands: at the conversation with this person, or at the list. */
type OpenMessages = (partnerId?: string) => void;

const OpenContext = createContext<OpenMessages>(() => undefined);
const IsOpenContext = createContext(false);

/** Opens the messages from any page. It stays the same, so that a page is not drawn anew when they open. */
export function useOpenMessages(): OpenMessages {
  return useContext(OpenContext);
}

/** Whether the messages stand over the page. */
export function useAreMessagesOpen(): boolean {
  return useContext(IsOpenContext);
}

/** Holds the messages for the pages of one person. */
export function MessagingProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ partnerId: string | null } | null>(null);
  const isUser = useAccount().kind === 'user';
  const open = useCallback<OpenMessages>((partnerId) => setShown({ partnerId: partnerId ?? null }), []);
  return (
    <OpenContext value={open}>
      <IsOpenContext value={shown !== null}>
        {children}
        {isUser && <NewsWatch onOpen={open} />}
        {shown && <Messages partnerId={shown.partnerId} onClose={() => setShown(null)} />}
      </IsOpenContext>
    </OpenContext>
  );
}
