import { localTexts } from '../lib/page-storage.ts';
import { useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { appTexts } from '../app/app-texts.ts';
import { askedHere } from '../app/asked-address.ts';
import { Redirect } from '../app/redirect.tsx';
import { AuthPage, NewPasswordPage } from '../features/auth/auth-page.tsx';
import { useAccount, useEngine, useEngineOrNull } from '../lib/live.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { PageLoading } from '../ui/page-loading.tsx';

/** Hashes that open the page without a beta token (S-4). */
const OPEN_HASH = /signup|recovery|magiclink/;
/** A flag of an older gate; it opened nothing on the server and is removed when found. */
const LEGACY_FLAGS = ['passcode_unlocked', 'passcodeUnlocked', 'beta_unlocked'];

/** The page of /auth: who may see it, and what it leads to. */
export function AuthScreen() {
  const engine = useEngineOrNull();
  const account = useAccount();
  const { hash } = useLocation();
  const { history } = useRouter();
  useEffect(() => LEGACY_FLAGS.forEach((flag) => localTexts.remove(flag)), []);
  const next = askedHere() ?? '/explore';
  const goOn = () => history.replace(next);

  if (!engine || account.kind === 'loading') return <PageLoading />;
  if (account.kind === 'user' && !account.locked) {
    if (hash.includes('recovery')) return <NewPasswordPage onSaved={goOn} homeLink={<HomeLink />} />;
    return <Redirect to={next} />;
  }
  if (OPEN_HASH.test(hash) || account.kind === 'user') return <SignIn onSignedIn={goOn} />;
  return (
    <BetaTokenOnly>
      <SignIn onSignedIn={goOn} />
    </BetaTokenOnly>
  );
}

function SignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const [mode, setMode] = useState<'signIn' | 'signUp'>('signIn');
  return <AuthPage mode={mode} onMode={setMode} onSignedIn={onSignedIn} homeLink={<HomeLink />} />;
}

function HomeLink() {
  return (
    <LinkButton look="plain" to="/">
      {appTexts.home}
    </LinkButton>
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
