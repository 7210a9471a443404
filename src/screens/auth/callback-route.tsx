import { createRoute, useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import type { MailPurpose } from '../../../sync/client.ts';
import { refusedAddressOfAnyTab } from '../../shell/refused-address.ts';
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
  // Read the refused address once, at mount: the tab in which it was refused may sign in and clear it while the mail's link is open in
  // this tab.
  const [refusedAddress] = useState(refusedAddressOfAnyTab);
  const onVerified = useCallback(() => history.replace(refusedAddress ?? '/explore'), [history, refusedAddress]);
  const onRecovery = useCallback(() => void navigate({ to: '/auth', hash: 'recovery', replace: true }), [navigate]);
  // A person who comes from a mail may have no beta token in this browser session (S-4).
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
