import { chakra } from '@chakra-ui/react';
import { createRoute, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { PageLoading } from '../app/guards.tsx';
import { Redirect } from '../app/redirect.tsx';
import { AuthPage, NewPasswordPage } from '../features/auth/auth-page.tsx';
import { useAccount, useEngine, useEngineOrNull } from '../lib/live.ts';
import { texts } from '../lib/texts.ts';
import { useButtonStyles } from '../ui/button.tsx';
import { rootRoute } from './root.tsx';

export const authRoute = createRoute({ getParentRoute: () => rootRoute, path: '/auth', component: Auth });

/** Hashes that open the page without a beta token (S-4). */
const OPEN_HASH = /signup|recovery|magiclink/;
/** A flag of an older gate; it opened nothing on the server and is removed when found. */
const LEGACY_FLAGS = ['passcode_unlocked', 'passcodeUnlocked', 'beta_unlocked'];

function Auth() {
  const engine = useEngineOrNull();
  const account = useAccount();
  const { hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => LEGACY_FLAGS.forEach((flag) => localStorage.removeItem(flag)), []);
  const toExplore = () => void navigate({ to: '/explore', replace: true });

  if (!engine || account.kind === 'loading') return <PageLoading />;
  if (account.kind === 'user' && !account.locked) {
    if (hash.includes('recovery')) return <NewPasswordPage onSaved={toExplore} homeLink={<HomeLink />} />;
    return <Redirect to="/explore" />;
  }
  if (OPEN_HASH.test(hash) || account.kind === 'user') return <SignIn onSignedIn={toExplore} />;
  return (
    <BetaTokenOnly>
      <SignIn onSignedIn={toExplore} />
    </BetaTokenOnly>
  );
}

function SignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const [mode, setMode] = useState<'signIn' | 'signUp'>('signIn');
  return <AuthPage mode={mode} onMode={setMode} onSignedIn={onSignedIn} homeLink={<HomeLink />} />;
}

function HomeLink() {
  const styles = useButtonStyles({ look: 'plain' });
  return (
    <chakra.span css={styles} asChild>
      <Link to="/">{texts.auth.back}</Link>
    </chakra.span>
  );
}

/** Looks the stored token up; without a good one it is the gate's turn. A network failure keeps the token and the page. */
function BetaTokenOnly({ children }: { children: ReactNode }) {
  const { beta } = useEngine();
  const [checked, setChecked] = useState<'pending' | 'open' | 'closed'>('pending');
  useEffect(() => {
    let isCurrent = true;
    void beta
      .check()
      .then((answer) => isCurrent && setChecked(answer === 'valid' || answer === 'unknown' ? 'open' : 'closed'));
    return () => {
      isCurrent = false;
    };
  }, [beta]);
  if (checked === 'pending') return <PageLoading />;
  return checked === 'open' ? children : <Redirect to="/beta-access" />;
}
