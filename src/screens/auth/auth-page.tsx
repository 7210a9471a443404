import { type SubmitEvent, useRef, useState } from 'react';
import type { MailPurpose } from '../../../sync/client.ts';
import { toastFailure } from '../../engine/call-failure.ts';
import { useAccount, useEngine } from '../../engine/live.ts';
import { texts } from '../../platform/texts.ts';
import { Button } from '../../design/button.tsx';
import { Field, Input, PasswordInput } from '../../design/field.tsx';
import { Flex } from '../../design/styled.tsx';
import { toast } from '../../engine/toast.ts';
import { AuthFrame } from './auth-frame.tsx';
import { authTexts } from './auth-texts.ts';
import { callbackAddress } from './callback-address.ts';
import { checkCredentials, checkEmail, checkPassword } from './credentials.ts';
import { useAuthCall } from './use-auth-call.ts';

export interface AuthPageProps {
  mode: 'signIn' | 'signUp';
  onMode: (mode: 'signIn' | 'signUp') => void;
  onSignedIn: () => void;
  onMailSent: (email: string, purpose: MailPurpose) => void;
  /** Called after the sign-up failed at the server, perhaps because of the beta token. */
  onSignUpRefused?: (() => void) | undefined;
  onEnterCode?: (() => void) | undefined;
}

/** The form for sign-in and sign-up; it also requests magic links and recovery mails (S-4). */
export function AuthPage({ mode, onMode, onSignedIn, onMailSent, onSignUpRefused, onEnterCode }: AuthPageProps) {
  const { auth } = useEngine();
  const { busy, run } = useAuthCall<'submit' | 'magic' | 'forgot'>();
  const form = useRef<HTMLFormElement>(null);
  const pageTexts = authTexts[mode];

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const checked = checkCredentials({
      email: fieldValue(form.current, 'email'),
      password: fieldValue(form.current, 'password'),
    });
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
          if (session) onSignedIn();
          else onMailSent(value.email, 'signup');
        },
        onSignUpRefused,
      );
    }
  }

  async function sendLink(task: 'magic' | 'forgot') {
    if (busy) return;
    const checked = checkEmail(fieldValue(form.current, 'email'));
    if (!checked.ok) return void toast({ kind: 'error', title: authTexts.validationError, text: checked.message });
    const send = task === 'magic' ? auth.sendMagicLink : auth.sendPasswordReset;
    await run(
      task,
      () => send(checked.value, callbackAddress()),
      () => {
        const text = task === 'magic' ? authTexts.linkSent : authTexts.resetSent;
        toast({ kind: 'success', ...text, duration: 10_000 });
        onMailSent(checked.value, task === 'magic' ? 'magiclink' : 'recovery');
      },
    );
  }

  return (
    <AuthFrame heading={pageTexts.heading} subtitle={pageTexts.subtitle}>
      <form ref={form} onSubmit={(event) => void submit(event)} noValidate>
        <Flex direction="column" gap="14px">
          <Field label="Email">
            {({ id }) => (
              <Input
                id={id}
                // Not type 'email': the browser would convert international domains to Punycode.
                name="email"
                autoComplete="username"
                inputMode="email"
                autoCapitalize="none"
                autoCorrect="off"
                spellCheck={false}
              />
            )}
          </Field>
          <Field label="Password">
            {({ id }) => (
              <PasswordInput
                id={id}
                name="password"
                autoComplete={mode === 'signIn' ? 'current-password' : 'new-password'}
              />
            )}
          </Field>
          <Button type="submit" size="lg" width="100%" mt="6px" busy={busy === 'submit' ? pageTexts.busy : null}>
            {pageTexts.submit}
          </Button>
        </Flex>
      </form>
      <Flex direction="column" align="center" mt="14px">
        {onEnterCode && (
          <Button variant="plain" onClick={onEnterCode}>
            {authTexts.enterCode}
          </Button>
        )}
        <Button variant="plain" onClick={() => onMode(mode === 'signIn' ? 'signUp' : 'signIn')}>
          {mode === 'signIn' ? authTexts.toSignUp : authTexts.toSignIn}
        </Button>
        {mode === 'signIn' && (
          <Flex wrap="wrap" justify="center">
            <Button
              variant="plain"
              busy={busy === 'forgot' ? authTexts.forgot : null}
              onClick={() => void sendLink('forgot')}
            >
              {authTexts.forgot}
            </Button>
            <Button
              variant="plain"
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

/** Reads the form itself, because password managers may fill fields without an event. */
function fieldValue(form: HTMLFormElement | null, name: string): string {
  const value = form ? new FormData(form).get(name) : null;
  return typeof value === 'string' ? value : '';
}

/** Sets a new password after a recovery link (S-4). */
export function NewPasswordPage({ onSaved }: { onSaved: () => void }) {
  const { auth } = useEngine();
  const account = useAccount();
  const [isBusy, setBusy] = useState(false);
  const pageTexts = authTexts.newPassword;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const checked = checkPassword(fieldValue(event.currentTarget, 'new-password'));
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
    <AuthFrame heading={pageTexts.heading} subtitle={pageTexts.subtitle}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        {/* Tells password managers which account the password belongs to. */}
        <input
          hidden
          readOnly
          name="email"
          autoComplete="username"
          value={account.kind === 'user' ? account.email : ''}
        />
        <Field label="Password">
          {({ id }) => <PasswordInput id={id} name="new-password" autoComplete="new-password" />}
        </Field>
        <Button type="submit" size="lg" width="100%" mt="20px" busy={isBusy ? pageTexts.busy : null}>
          {pageTexts.submit}
        </Button>
      </form>
    </AuthFrame>
  );
}
