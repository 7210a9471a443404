import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { CallResult } from '../../../sync/client.ts';
import { toastFailure } from '../../lib/call-failure.ts';
import { useEngine } from '../../lib/live.ts';
import { texts } from '../../lib/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Input, PasswordInput } from '../../ui/field.tsx';
import { Logo } from '../../ui/drawn-lines.tsx';
import { Box, Flex, styled } from '../../ui/styled.tsx';
import { toast } from '../../ui/toast.ts';
import { checkCredentials, checkEmail, checkPassword } from './credentials.ts';
import { authTexts } from './auth-texts.ts';

/** On the production host the absolute address, elsewhere this origin: both are where this page runs. */
const callbackAddress = () => `${window.location.origin}/auth/callback`;

export interface AuthPageProps {
  mode: 'signIn' | 'signUp';
  onMode: (mode: 'signIn' | 'signUp') => void;
  onSignedIn: () => void;
  /** The server made no account: it may be the beta token that it did not take. */
  onSignUpRefused?: () => void;
  /** The link home, made by the router. */
  homeLink: ReactNode;
}

type Task = 'submit' | 'magic' | 'forgot';

/** Sign in and create account, one form; plus the two mail links of S-4. */
export function AuthPage({ mode, onMode, onSignedIn, onSignUpRefused, homeLink }: AuthPageProps) {
  const { auth } = useEngine();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState<Task | null>(null);
  const words = authTexts[mode];

  async function run<T>(
    task: Task,
    call: () => Promise<CallResult<T>>,
    onValue: (value: T) => void,
    onRefused?: () => void,
  ) {
    setBusy(task);
    try {
      const result = await call();
      if (result.ok) onValue(result.value);
      else {
        toastFailure(result.failure, authTexts.authenticationError);
        if (result.failure.kind !== 'network') onRefused?.();
      }
    } catch {
      toast({ kind: 'error', ...texts.unexpected });
    } finally {
      setBusy(null);
    }
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const checked = checkCredentials({ email, password });
    if (!checked.ok) return void toast({ kind: 'error', title: authTexts.validationError, text: checked.message });
    const { value } = checked;
    if (mode === 'signIn') {
      await run(
        'submit',
        () => auth.signIn(value.email, value.password),
        () => {
          toast({ kind: 'success', ...authTexts.welcome });
          onSignedIn();
        },
      );
    } else {
      await run(
        'submit',
        () => auth.signUp(value.email, value.password, callbackAddress()),
        ({ session }) => {
          toast({ kind: 'success', ...authTexts.created, duration: 10_000 });
          setPassword('');
          if (session) onSignedIn();
          else onMode('signIn');
        },
        onSignUpRefused,
      );
    }
  }

  async function sendLink(task: 'magic' | 'forgot') {
    if (busy) return;
    const checked = checkEmail(email);
    if (!checked.ok) return void toast({ kind: 'error', title: authTexts.validationError, text: checked.message });
    const send = task === 'magic' ? auth.sendMagicLink : auth.sendPasswordReset;
    await run(
      task,
      () => send(checked.value, callbackAddress()),
      () =>
        toast({
          kind: 'success',
          ...(task === 'magic' ? authTexts.linkSent : authTexts.resetSent),
          duration: 10_000,
        }),
    );
  }

  return (
    <AuthFrame heading={words.heading} subtitle={words.subtitle} footer={homeLink}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Flex direction="column" gap="14px">
          <Field label="Email">
            {({ id }) => (
              <Input
                id={id}
                type="email"
                name="email"
                autoComplete="email"
                inputMode="email"
                autoCapitalize="none"
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
              />
            )}
          </Field>
          <Field label="Password">
            {({ id }) => (
              <PasswordInput
                id={id}
                name="password"
                autoComplete={mode === 'signIn' ? 'current-password' : 'new-password'}
                value={password}
                onChange={(event) => setPassword(event.currentTarget.value)}
              />
            )}
          </Field>
          <Button type="submit" size="lg" width="100%" mt="6px" busy={busy === 'submit' ? words.busy : null}>
            {words.submit}
          </Button>
        </Flex>
      </form>
      <Flex direction="column" align="center" mt="14px">
        <Button look="plain" onClick={() => onMode(mode === 'signIn' ? 'signUp' : 'signIn')}>
          {mode === 'signIn' ? authTexts.toSignUp : authTexts.toSignIn}
        </Button>
        {mode === 'signIn' && (
          <Flex wrap="wrap" justify="center">
            <Button
              look="plain"
              busy={busy === 'forgot' ? authTexts.forgot : null}
              onClick={() => void sendLink('forgot')}
            >
              {authTexts.forgot}
            </Button>
            <Button
              look="plain"
              busy={busy === 'magic' ? authTexts.magic : null}
              onClick={() => void sendLink('magic')}
            >
              {authTexts.magic}
            </Button>
          </Flex>
        )}
      </Flex>
    </AuthFrame>
  );
}

/** The new password of a recovery link, with the rules of sign-up (S-4). */
export function NewPasswordPage({ onSaved, homeLink }: { onSaved: () => void; homeLink: ReactNode }) {
  const { auth } = useEngine();
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const words = authTexts.newPassword;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const checked = checkPassword(password);
    if (!checked.ok) return void toast({ kind: 'error', title: authTexts.validationError, text: checked.message });
    setBusy(true);
    try {
      const result = await auth.updatePassword(checked.value);
      if (!result.ok) return toastFailure(result.failure, authTexts.authenticationError);
      toast({ kind: 'success', ...authTexts.passwordSaved });
      onSaved();
    } catch {
      toast({ kind: 'error', ...texts.unexpected });
    } finally {
      setBusy(false);
    }
  }

  return (
    <AuthFrame heading={words.heading} subtitle={words.subtitle} footer={homeLink}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Field label="Password">
          {({ id }) => (
            <PasswordInput
              id={id}
              name="new-password"
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          )}
        </Field>
        <Button type="submit" size="lg" width="100%" mt="20px" busy={isBusy ? words.busy : null}>
          {words.submit}
        </Button>
      </form>
    </AuthFrame>
  );
}

function AuthFrame({
  heading,
  subtitle,
  footer,
  children,
}: {
  heading: string;
  subtitle: string;
  footer: ReactNode;
  children: ReactNode;
}) {
  return (
    <Flex
      as="main"
      flex="1"
      direction="column"
      align="center"
      justify={{ base: 'flex-start', md: 'center' }}
      p={{ base: 'max(22px, env(safe-area-inset-top)) 20px 24px', md: '40px' }}
    >
      <Box width="100%" maxWidth="420px">
        <Logo size={40} />
        <styled.h1 textStyle="poster" mt="28px">
          {heading}
        </styled.h1>
        <Box color="fg.muted" fontSize="16px" mt="10px" mb="28px">
          {subtitle}
        </Box>
        {children}
        <Flex justify="center" mt="10px">
          {footer}
        </Flex>
      </Box>
    </Flex>
  );
}
