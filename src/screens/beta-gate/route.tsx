import { createRoute, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { codeOfFragment } from '../../components/account/invitation-link.ts';
import { returnAddressOfTab } from '../../shell/return-address.ts';
import { Redirect } from '../../shell/redirect.tsx';
import { readPendingMail } from '../../components/account/pending-mail.ts';
import { useAccount } from '../../engine/live.ts';
import { openEngine } from '../../engine/open-engine.ts';
import { texts } from '../../platform/texts.ts';
import { lazyPart } from '../../design/lazy-part.tsx';
import { AuthScreen } from '../auth/route.tsx';
import { rootRoute } from '../../shell/root-route.tsx';

/** A separate chunk, so that it loads in parallel with the engine's code. */
const BetaGatePage = lazyPart(() => import('./beta-gate-page.tsx').then((m) => m.BetaGatePage), 'page');
const GateRadio = lazyPart(() => import('../../playback/radio/gate-radio.tsx').then((m) => m.GateRadio), 'block');

export const betaAccessRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/beta-access',
  loader: () => {
    void BetaGatePage.preload();
  },
  component: BetaAccess,
  staticData: { title: texts.pages.gate },
});

function BetaAccess() {
  const account = useAccount();
  const navigate = useNavigate();
  const code = useLocation({ select: ({ hash }) => codeOfFragment(`#${hash}`) });
  const [mail] = useState(readPendingMail);
  // Preload the next page while the passcode is typed.
  useEffect(() => void AuthScreen.preload(), []);
  if (account.kind === 'user') return <Redirect to={returnAddressOfTab() ?? '/explore'} />;
  return (
    <BetaGatePage
      radio={<GateRadio />}
      unlock={async (passcode) => (await openEngine()).beta.unlock(passcode)}
      code={code}
      onUnlocked={() => void navigate({ to: '/auth' })}
      onEnterCode={mail ? () => void navigate({ to: '/auth', hash: mail.purpose }) : undefined}
    />
  );
}
