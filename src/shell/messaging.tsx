import { useLocation, useRouter } from '@tanstack/react-router';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { conversationIn } from '../../sw/conversation-address.ts';
import { useAccount } from '../engine/live.ts';
import { lazyPart } from '../design/lazy-part.tsx';

const Messages = lazyPart(() => import('./messages.tsx').then((m) => m.Messages), 'overlay');

const NewsWatch = lazyPart(() => import('./news-watch.tsx').then((m) => m.NewsWatch), 'invisible');

type OpenMessages = (partnerId?: string) => void;

const OpenContext = createContext<OpenMessages>(() => undefined);
const IsOpenContext = createContext(false);

/** Opens the messages, or a partner's conversation. The function is stable, so that pages do not rerender when the messages open. */
export function useOpenMessages(): OpenMessages {
  return useContext(OpenContext);
}

export function useAreMessagesOpen(): boolean {
  return useContext(IsOpenContext);
}

export function MessagingProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ partnerId: string | null; nth: number } | null>(null);
  const isUser = useAccount().kind === 'user';
  const open = useCallback<OpenMessages>(
    (partnerId) => setShown((previous) => ({ partnerId: partnerId ?? null, nth: (previous?.nth ?? 0) + 1 })),
    [],
  );
  const router = useRouter();
  const requestedPartnerId = useLocation({ select: ({ searchStr }) => conversationIn(searchStr) });
  useEffect(() => {
    if (!isUser || requestedPartnerId === null) return;
    // Without the parameter, neither a reload nor Back opens the messages again.
    void router.navigate({ to: '.', search: {}, replace: true }).then(() => open(requestedPartnerId));
  }, [router, isUser, requestedPartnerId, open]);
  return (
    <OpenContext value={open}>
      <IsOpenContext value={shown !== null}>
        {children}
        {isUser && <NewsWatch onOpen={open} />}
        {/* A new key remounts open messages to show another conversation. */}
        {shown && <Messages key={shown.nth} partnerId={shown.partnerId} onClose={() => setShown(null)} />}
      </IsOpenContext>
    </OpenContext>
  );
}
