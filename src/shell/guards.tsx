import { Outlet, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useAccount, useEngineOrNull } from '../engine/live.ts';
import { UserContext } from '../engine/user.ts';
import { PageLoading } from '../design/page-loading.tsx';
import { clearReturnAddress, storeReturnAddress } from './return-address.ts';
import { Redirect } from './redirect.tsx';

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

/** Guard of pages that a guest may browse too (S-1). */
export function BrowseLayout() {
  const account = useAccount();
  if (account.kind === 'loading') return <PageLoading />;
  return (
    <Guard isOpen={account.kind !== 'nobody'}>
      <Outlet />
    </Guard>
  );
}

function Guard({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const router = useRouter();
  const isUser = useAccount().kind === 'user';
  const wasOpen = useRef(false);
  // A layout effect runs before the redirect's effect, which changes the address.
  useLayoutEffect(() => {
    if (isOpen) wasOpen.current = true;
    // After a sign-out no address is stored: the next person starts fresh.
    else if (!wasOpen.current) storeReturnAddress(router.latestLocation.href);
  }, [isOpen, router]);
  useEffect(() => {
    if (isUser) clearReturnAddress();
  }, [isUser]);
  return isOpen ? children : <Redirect to="/beta-access" />;
}

export function WithEngine({ children }: { children: ReactNode }) {
  return useEngineOrNull() ? children : <PageLoading />;
}
