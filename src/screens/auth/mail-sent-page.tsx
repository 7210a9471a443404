import { type SubmitEvent, useRef, useState } from 'react';
import { useEngine } from '../../engine/live.ts';
import { useDeviceNow } from '../../engine/use-now.ts';
import { Button } from '../../design/button.tsx';
import { Field, Input } from '../../design/field.tsx';
import { Notice } from '../../design/notice.tsx';
import { Box, Flex } from '../../design/styled.tsx';
import { toast } from '../../engine/toast.ts';
import { AuthFrame } from './auth-frame.tsx';
import { authTexts } from './auth-texts.ts';
import { type PendingMail, clearPendingMail, storePendingMail } from '../../components/account/pending-mail.ts';
import { callbackAddress } from './callback-address.ts';
import { useAuthCall } from './use-auth-call.ts';
import { useMailDelayed } from './use-mail-delayed.ts';

/** The auth service sends at most one mail per e-mail address in this time. */
const RESEND_AFTER_MS = 60_000;

interface MailSentPageProps {
  mail: PendingMail;
  onSignedIn: () => void;
  onBack: () => void;
}

/** Asks for the code of a sent mail, because the mail's link may open in another browser (S-50). Can send the mail again. */
export function MailSentPage({ mail, onSignedIn, onBack }: MailSentPageProps) {
  const { auth } = useEngine();
  const { busy, run } = useAuthCall<'verify' | 'resend'>();
  const [sentAt, setSentAt] = useState(mail.sentAt);
  const [error, setError] = useState<string | null>(null);
  const isDelayed = useMailDelayed();
  const input = useRef<HTMLInputElement>(null);
  const { email, purpose } = mail;
  const mailTexts = authTexts.mailSent;

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    // People paste '123 456' with surrounding text.
    const code = (input.current?.value ?? '').normalize('NFKC').replace(/\D/g, '');
    if (!/^\d{6}$/.test(code)) {
      setError(mailTexts.sixDigits);
      input.current?.focus();
      return;
    }
    setError(null);
    await run(
      'verify',
      () => auth.verifyCode(email, code, purpose),
      () => {
        clearPendingMail();
        if (purpose === 'recovery') return;
        toast({ kind: 'success', ...(purpose === 'signup' ? authTexts.verified : authTexts.welcome) });
        onSignedIn();
      },
      () => input.current?.select(),
    );
  }

  async function resend() {
    if (busy) return;
    const send = {
      signup: auth.resendSignUp,
      magiclink: auth.sendMagicLink,
      recovery: auth.sendPasswordReset,
    }[purpose];
    await run(
      'resend',
      () => send(email, callbackAddress()),
      () => {
        const now = Date.now();
        setSentAt(now);
        storePendingMail({ ...mail, sentAt: now });
        toast({ kind: 'success', ...mailTexts.again });
      },
    );
  }

  return (
    <AuthFrame
      heading={sentAt === 0 ? mailTexts.expired : mailTexts.heading}
      subtitle={sentAt === 0 ? mailTexts.expiredText(email) : mailTexts.text(email)}
    >
      {isDelayed && (
        <Box mb="20px">
          <Notice kind="waiting" role="status" title={mailTexts.delayed.title}>
            {mailTexts.delayed.text}
          </Notice>
        </Box>
      )}
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Field label={mailTexts.code} error={error}>
          {({ id, describedBy, invalid }) => (
            <Input
              ref={input}
              id={id}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              aria-describedby={describedBy}
              aria-invalid={invalid}
              letterSpacing=".3em"
              fontVariantNumeric="tabular-nums"
            />
          )}
        </Field>
        <Button type="submit" size="lg" width="100%" mt="20px" busy={busy === 'verify' ? mailTexts.verifying : null}>
          {mailTexts.verify}
        </Button>
      </form>
      <Flex direction="column" align="center" mt="14px">
        <SendAgain sentAt={sentAt} isBusy={busy === 'resend'} onSend={() => void resend()} />
        <Button
          variant="plain"
          onClick={() => {
            clearPendingMail();
            onBack();
          }}
        >
          {mailTexts.other}
        </Button>
      </Flex>
    </AuthFrame>
  );
}

function SendAgain({ sentAt, isBusy, onSend }: { sentAt: number; isBusy: boolean; onSend: () => void }) {
  const now = useDeviceNow(1_000);
  const mailTexts = authTexts.mailSent;
  // Clamp the wait: `now` updates once a second and may lag behind `sentAt`.
  const waitS = Math.min(RESEND_AFTER_MS / 1000, Math.ceil((sentAt + RESEND_AFTER_MS - now) / 1000));
  // A clock that was set back must not extend the wait.
  const isWaiting = waitS > 0 && now > sentAt - RESEND_AFTER_MS;
  return (
    <Button variant="plain" disabled={isWaiting} busy={isBusy ? mailTexts.sendAgain : null} onClick={onSend}>
      {isWaiting ? mailTexts.sendAgainIn(waitS) : mailTexts.sendAgain}
    </Button>
  );
}
