import { createRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { MailPurpose } from '../../../sync/client.ts';
import { returnAddressOfAnyTab } from '../../shell/return-address.ts';
import { WithEngine } from '../../shell/guards.tsx';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { plainRoute } from '../../shell/plain-route.tsx';

const CallbackPage = lazyPart(() => import('./callback-page.tsx').then((m) => m.CallbackPage), 'page');

export const authCallbackRoute = createRoute({
  getParentRoute: () => plainRoute,
  path: '/auth/callback',
  loader: CallbackPage.preload,
  component: AuthCallback,
  staticData: { title: texts.pages.signIn },
});

function AuthCallback() {
  const navigate = useNavigate();
  const { history } = useRouter();
  // Read once, at mount: another tab may sign in and clear the address while this tab is open.
  const [returnAddress] = useState(returnAddressOfAnyTab);
  const onVerified = useCallback(() => history.replace(returnAddress ?? '/explore'), [history, returnAddress]);
  const onRecovery = useCallback(() => void navigate({ to: '/auth', hash: 'recovery', replace: true }), [navigate]);
  // Use a hash that needs no beta token: this browser session may have none (S-4).
  const onNoSession = useCallback(
    (purpose: MailPurpose | null) => void navigate({ to: '/auth', hash: purpose ?? 'signup', replace: true }),
    [navigate],
  );
  const onStay = useCallback(() => history.replace('/explore'), [history]);
  return (
    <WithEngine>
      <CallbackPage onVerified={onVerified} onRecovery={onRecovery} onNoSession={onNoSession} onStay={onStay} />
    </WithEngine>
  );
}
