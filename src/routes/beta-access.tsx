import { createRoute, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { WithEngine } from '../app/guards.tsx';
import { Redirect } from '../app/redirect.tsx';
import { BetaGatePage } from '../features/beta-gate/beta-gate-page.tsx';
import { useAccount } from '../lib/live.ts';
import { rootRoute } from './root.tsx';

const GateRadio = lazy(() => import('../features/radio/gate-radio.tsx').then((m) => ({ default: m.GateRadio })));

export const betaAccessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/beta-access',
  component: BetaAccess,
});

function BetaAccess() {
  const account = useAccount();
  const navigate = useNavigate();
  if (account.kind === 'user') return <Redirect to="/explore" />;
  return (
    <WithEngine>
      <BetaGatePage
        radio={
          <Suspense fallback={null}>
            <GateRadio />
          </Suspense>
        }
        onUnlocked={() => void navigate({ to: '/auth' })}
      />
    </WithEngine>
  );
}
