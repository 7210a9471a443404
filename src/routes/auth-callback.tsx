import { createRoute, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { WithEngine } from '../app/guards.tsx';
import { CallbackPage } from '../features/auth/callback-page.tsx';
import { rootRoute } from './root.tsx';

export const authCallbackRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth/callback',
  component: AuthCallback,
});

function AuthCallback() {
  const navigate = useNavigate();
  const onVerified = useCallback(() => void navigate({ to: '/explore', replace: true }), [navigate]);
  const onRecovery = useCallback(() => void navigate({ to: '/auth', hash: 'recovery', replace: true }), [navigate]);
  // Whoever comes from a mail may have no beta token in this browser session (S-4).
  const onNoSession = useCallback(() => void navigate({ to: '/auth', hash: 'signup', replace: true }), [navigate]);
  return (
    <WithEngine>
      <CallbackPage onVerified={onVerified} onRecovery={onRecovery} onNoSession={onNoSession} />
    </WithEngine>
  );
}
