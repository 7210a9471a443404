import { useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { returnAddressOfTab } from '../../shell/return-address.ts';
import { Redirect } from '../../shell/redirect.tsx';
import { AuthPage, type AuthPageProps, NewPasswordPage } from './auth-page.tsx';
import { clearPendingMail, storePendingMail, readPendingMail } from '../../components/account/pending-mail.ts';
import { MailSentPage } from './mail-sent-page.tsx';
import { useAccount, useEngine, useEngineOrNull } from '../../engine/live.ts';
import { localTexts } from '../../platform/page-storage.ts';
import { FailedState } from '../../design/failed-state.tsx';
import { PageLoading } from '../../design/page-loading.tsx';
import { Box } from '../../design/styled.tsx';
import { authTexts } from './auth-texts.ts';

/** Hashes that open the page without a beta token (S-4). */
const OPEN_HASH = /signup|recovery|magiclink/;
/** Keys in `localStorage` that an older gate set. The server never read them. */
const LEGACY_FLAGS = ['passcode_unlocked', 'passcodeUnlocked', 'beta_unlocked'];

export function AuthScreen() {
  const engine = useEngineOrNull();
  const account = useAccount();
  const { hash } = useLocation();
  const { history } = useRouter();
  useEffect(() => LEGACY_FLAGS.forEach((flag) => localTexts.remove(flag)), []);
  const next = returnAddressOfTab() ?? '/explore';
  const continueToApp = () => history.replace(next);

  if (!engine || account.kind === 'loading') return <PageLoading />;
  if (account.kind === 'user' && !account.locked) {
    if (hash.includes('recovery')) return <NewPasswordPage onSaved={continueToApp} />;
    return <Redirect to={next} />;
  }
  if (OPEN_HASH.test(hash) || account.kind === 'user') return <SignIn onSignedIn={continueToApp} />;
  return (
    <BetaTokenOnly>
      {(check) => <SignIn onSignedIn={continueToApp} onSignUpRefused={() => void check()} />}
    </BetaTokenOnly>
  );
}

function SignIn({ onSignedIn, onSignUpRefused }: Pick<AuthPageProps, 'onSignedIn' | 'onSignUpRefused'>) {
  const [mode, setMode] = useState<'signIn' | 'signUp'>('signIn');
  const [mail, setMail] = useState(readPendingMail);
  const { hash } = useLocation();
  const { history } = useRouter();
  if (mail && OPEN_HASH.test(hash))
    return <MailSentPage mail={mail} onSignedIn={onSignedIn} onBack={() => setMail(null)} />;
  return (
    <AuthPage
      mode={mode}
      onMode={setMode}
      onSignedIn={() => {
        clearPendingMail();
        onSignedIn();
      }}
      onSignUpRefused={onSignUpRefused}
      onMailSent={(email, purpose) => {
        const sent = { email, purpose, sentAt: Date.now() };
        storePendingMail(sent);
        setMail(sent);
        history.replace(`/auth#${purpose}`);
      }}
      onEnterCode={mail ? () => history.replace(`/auth#${mail.purpose}`) : undefined}
    />
  );
}

function BetaTokenOnly({ children }: { children: (check: () => Promise<void>) => ReactNode }) {
  const { beta } = useEngine();
  const [access, setAccess] = useState<Awaited<ReturnType<typeof beta.check>> | null>(null);
  const [isBusy, setBusy] = useState(false);
  const check = () => beta.check().then(setAccess);
  useEffect(() => {
    let isCurrent = true;
    void beta.check().then((result) => isCurrent && setAccess(result));
    return () => {
      isCurrent = false;
    };
  }, [beta]);
  const retry = () => {
    setBusy(true);
    void check().finally(() => setBusy(false));
  };
  if (access === null) return <PageLoading />;
  // While the server cannot be reached, offer Retry instead of the gate: the token is kept (S-39).
  if (access === 'unknown')
    return (
      <Box as="main" flex="1" p="40px 20px" width="100%" maxWidth="460px" mx="auto">
        <FailedState {...authTexts.gateUnread} isBusy={isBusy} onRetry={retry} />
      </Box>
    );
  return access === 'valid' ? children(check) : <Redirect to="/beta-access" />;
}
