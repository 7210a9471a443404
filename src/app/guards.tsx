import { Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useAccount, useEngineOrNull } from '../lib/live.ts';
import { Squiggle } from '../ui/marks.tsx';
import { Redirect } from './redirect.tsx';

/** The busy mark over a whole page, while the stored session is read: a matter of milliseconds. */
export function PageLoading() {
  return (
    <Flex minHeight="60dvh" align="center" justify="center" color="fg.muted">
      <Squiggle size={44} />
    </Flex>
  );
}

/** The protected-route rule: loading shows the busy mark; without a user to /beta-access; otherwise the page. */
export function UserOnly({ children }: { children: ReactNode }) {
  const account = useAccount();
  if (account.kind === 'loading') return <PageLoading />;
  return account.kind === 'user' ? children : <Redirect to="/beta-access" />;
}

/** Pages that a guest may browse too (S-1). */
export function BrowseOnly({ children }: { children: ReactNode }) {
  const account = useAccount();
  if (account.kind === 'loading') return <PageLoading />;
  return account.kind === 'nobody' ? <Redirect to="/beta-access" /> : children;
}

/** Waits for the engine's code, for pages that anyone may open. */
export function WithEngine({ children }: { children: ReactNode }) {
  return useEngineOrNull() ? children : <PageLoading />;
}
