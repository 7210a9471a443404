import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import { useAccount } from '../lib/live.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const Messages = lazyPart(() => import('./messages.tsx').then((m) => m.Messages), 'over');

const NewsWatch = lazyPart(() => import('./news-watch.tsx').then((m) => m.NewsWatch), 'unseen');

/** The messages over whatever page stands. */
interface Messaging {
  isOpen: boolean;
  /** Opens them: at the conversation with this person, or at the list. */
  open(partnerId?: string): void;
}

const MessagingContext = createContext<Messaging>({ isOpen: false, open: () => undefined });

/** Opens the messages from any page. */
export function useMessaging(): Messaging {
  return useContext(MessagingContext);
}

/** Holds the messages for the pages of one person. */
export function MessagingProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ partnerId: string | null } | null>(null);
  const isUser = useAccount().kind === 'user';
  const isOpen = shown !== null;
  const messaging = useMemo(
    () => ({ isOpen, open: (partnerId?: string) => setShown({ partnerId: partnerId ?? null }) }),
    [isOpen],
  );
  return (
    <MessagingContext value={messaging}>
      {children}
      {isUser && <NewsWatch onOpen={messaging.open} />}
      {shown && <Messages partnerId={shown.partnerId} onClose={() => setShown(null)} />}
    </MessagingContext>
  );
}
