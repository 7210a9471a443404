import { Outlet, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useAccount, useEngineOrNull } from '../engine/live.ts';
import { UserContext } from '../engine/user.ts';
import { PageLoading } from '../design/page-loading.tsx';
import { forgetAskedAddress, keepAskedAddress } from './asked-address.ts';
import { Redirect } from './redirect.tsx';

/** The protected-route rule: loading shows the busy line; without a user to /beta-access; otherwise the page. */
export function UserLayout() {
  const account = useAccount();
  const { userId, email } = account.kind === 'user' ? account : { userId: null, email: '' };
  const user = useMemo(() => (userId === null ? null : { userId, email }), [userId, email]);
  if (account.kind === 'loading') return <PageLoading />;
  return (
    <Guard isOpen={user !== null}>
      <UserContext value={user}>
        <Outlet />
      </UserContext>
    </Guard>
  );
}

/** Pages that a guest may browse too (S-1). */
export function BrowseLayout() {
  const account = useAccount();
  if (account.kind === 'loading') return <PageLoading />;
  return (
    <Guard isOpen={account.kind !== 'nobody'}>
      <Outlet />
    </Guard>
  );
}

/** Shows the page, or keeps its address for later and leads to the gate. */
function Guard({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const router = useRouter();
  const isUser = useAccount().kind === 'user';
  const wasOpen = useRef(false);
  // Before the effect of the redirect, which changes the address.
  useLayoutEffect(() => {
    if (isOpen) wasOpen.current = true;
    // Who signs out asks for no page; whoever signs in next starts afresh.
    else if (!wasOpen.current) keepAskedAddress(router.latestLocation.href);
  }, [isOpen, router]);
  useEffect(() => {
    if (isUser) forgetAskedAddress();
  }, [isUser]);
  return isOpen ? children : <Redirect to="/beta-access" />;
}

/** Waits for the engine's code, for pages that anyone may open. */
export function WithEngine({ children }: { children: ReactNode }) {
  return useEngineOrNull() ? children : <PageLoading />;
}
