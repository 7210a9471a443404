import { useLocation, useRouter } from '@tanstack/react-router';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { conversationIn } from '../../sw/conversation-address.ts';
import { useAccount } from '../engine/live.ts';
import { lazyPart } from '../design/lazy-part.tsx';

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
  const [shown, setShown] = useState<{ partnerId: string | null; nth: number } | null>(null);
  const isUser = useAccount().kind === 'user';
  const open = useCallback<OpenMessages>(
    (partnerId) => setShown((before) => ({ partnerId: partnerId ?? null, nth: (before?.nth ?? 0) + 1 })),
    [],
  );
  const router = useRouter();
  const asked = useLocation({ select: ({ searchStr }) => conversationIn(searchStr) });
  useEffect(() => {
    if (!isUser || asked === null) return;
    // The address asks once: neither a reload nor Back opens it again.
    void router.navigate({ to: '.', search: {}, replace: true }).then(() => open(asked));
  }, [router, isUser, asked, open]);
  return (
    <OpenContext value={open}>
      <IsOpenContext value={shown !== null}>
        {children}
        {isUser && <NewsWatch onOpen={open} />}
        {/* Where they are open already, another conversation takes their place. */}
        {shown && <Messages key={shown.nth} partnerId={shown.partnerId} onClose={() => setShown(null)} />}
      </IsOpenContext>
    </OpenContext>
  );
}
