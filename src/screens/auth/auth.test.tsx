import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { SyncClient } from '../../../sync/client.ts';
import { renderFor, expectAnnounced } from '../../testing/scope-test.tsx';
import { AuthPage } from './auth-page.tsx';
import type { PendingMail } from '../../components/account/pending-mail.ts';
import { CallbackPage } from './callback-page.tsx';
import { MailSentPage } from './mail-sent-page.tsx';
import { waitFor } from '../../../tests/support/wait-for.ts';

type Auth = SyncClient['auth'];

const field = (name: string) => page.getByLabelText(name, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function openAuth(mode: 'signIn' | 'signUp', auth: Partial<Auth> = {}) {
  const [onMode, onSignedIn, onMailSent] = [vi.fn(), vi.fn(), vi.fn()];
  await renderFor({}, <AuthPage {...{ mode, onMode, onSignedIn, onMailSent }} />, {
    auth: auth as Auth,
  });
  return { onMode, onSignedIn, onMailSent };
}

describe('the sign-in page', () => {
  it('shows the subtitle of each form, and links each form to the other', async () => {
    const { onMode } = await openAuth('signIn');
    await expect.element(page.getByText('Sign in to your account')).toBeVisible();
    await button("Don't have an account?").click();
    expect(onMode).toHaveBeenLastCalledWith('signUp');
    await openAuth('signUp');
    await expect.element(page.getByText('Create your account to start uploading')).toBeVisible();
    await expect.element(button('Already have an account?')).toBeVisible();
  });

  it.each([
    ['', '', 'Email is required'],
    ['nobody', 'secret', 'Invalid email address'],
    [`${'a'.repeat(251)}@b.co`, 'secret', 'Email must be less than 255 characters'],
    ['a@b.co', '12345', 'Password must be at least 6 characters'],
    ['a@b.co', 'x'.repeat(129), 'Password must be less than 128 characters'],
  ])('shows only the first problem of the form: "%s", "%s"', async (email, password, message) => {
    const signIn = vi.fn<Auth['signIn']>();
    await openAuth('signIn', { signIn });
    await field('Email').fill(email);
    await field('Password').fill(password);
    await button('Sign In').click();
    await expectAnnounced('Validation Error', message);
    expect(signIn).not.toHaveBeenCalled();
  });

  it("welcomes a signed-in person, and shows the server's message on failure", async () => {
    const signIn = vi.fn<Auth['signIn']>();
    const { onSignedIn } = await openAuth('signIn', { signIn });
    await field('Email').fill('  a@b.co ');
    await field('Password').fill('secret');
    signIn.mockResolvedValueOnce({
      ok: false,
      failure: { kind: 'refused', code: '429', message: 'email rate limit exceeded' },
    });
    await button('Sign In').click();
    await expectAnnounced('Authentication Error', 'email rate limit exceeded');
    signIn.mockRejectedValueOnce(new Error('no storage'));
    await button('Sign In').click();
    await expectAnnounced('Error', 'An unexpected error occurred. Please try again.');
    expect(onSignedIn).not.toHaveBeenCalled();
    signIn.mockResolvedValueOnce({ ok: true, value: { userId: 'me' } });
    await button('Sign In').click();
    await expectAnnounced('Welcome back!', 'Successfully signed in.');
    expect(signIn).toHaveBeenLastCalledWith('a@b.co', 'secret');
    expect(onSignedIn).toHaveBeenCalledOnce();
  });
});

describe('an autofilled form', () => {
  it('is read on submit, without an input event', async () => {
    const signIn = vi.fn<Auth['signIn']>(() => Promise.resolve({ ok: true, value: { userId: 'me' } }));
    await openAuth('signIn', { signIn });
    for (const [name, value] of [
      ['Email', 'a@b.co'],
      ['Password', 'secret'],
    ] as const) {
      const element = field(name).element();
      if (element instanceof HTMLInputElement) element.value = value;
    }
    await button('Sign In').click();
    await expect.poll(() => signIn.mock.calls).toEqual([['a@b.co', 'secret']]);
  });

  it.each([
    ['signIn', 'current-password'],
    ['signUp', 'new-password'],
  ] as const)('has autocomplete hints that identify its fields: %s', async (mode, hint) => {
    await openAuth(mode);
    await expect.element(field('Email')).toHaveAttribute('autocomplete', 'username');
    await expect.element(field('Password')).toHaveAttribute('autocomplete', hint);
  });
});

describe('the mail-sent page', () => {
  const open = async (auth: Partial<Auth>, mail: Partial<PendingMail> = {}) => {
    const [onSignedIn, onBack] = [vi.fn(), vi.fn()];
    const pending: PendingMail = { email: 'a@münchen.de', purpose: 'signup', sentAt: Date.now(), ...mail };
    await renderFor({}, <MailSentPage mail={pending} {...{ onSignedIn, onBack }} />, {
      auth: { isMailDelayed: () => Promise.resolve(false), ...auth } as Auth,
    });
    return { onSignedIn, onBack };
  };

  it('needs six digits, allows spaces between them, and signs in', async () => {
    const verifyCode = vi.fn<Auth['verifyCode']>(() => Promise.resolve({ ok: true, value: null }));
    const { onSignedIn } = await open({ verifyCode });
    await expect.element(page.getByText('a six-digit code to a@münchen.de')).toBeVisible();
    await field('Code').fill('12345');
    await button('Continue').click();
    await expect.element(page.getByText('The code has six digits')).toBeVisible();
    expect(verifyCode).not.toHaveBeenCalled();
    await field('Code').fill(' 123 456 ');
    await button('Continue').click();
    await expect.poll(() => verifyCode.mock.calls).toEqual([['a@münchen.de', '123456', 'signup']]);
    expect(onSignedIn).toHaveBeenCalledOnce();
  });

  it('sends no other mail within a minute', async () => {
    await open({});
    await expect.element(page.getByRole('button', { name: /^Send again in \d+ s$/ })).toBeDisabled();
  });

  it('says that mails are late while they wait on the server', async () => {
    const isMailDelayed = vi.fn<Auth['isMailDelayed']>(() => Promise.resolve(true));
    await open({ isMailDelayed });
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent(/^Mails are late at the moment.*need not ask again/);
    expect(isMailDelayed).toHaveBeenCalledOnce();
  });

  it('says nothing about late mails while the server cannot be reached', async () => {
    const isMailDelayed = vi.fn<Auth['isMailDelayed']>(() => Promise.reject(new Error('offline')));
    await open({ isMailDelayed });
    await expect.element(field('Code')).toBeVisible();
    await expect.poll(() => isMailDelayed.mock.calls).toHaveLength(1);
    expect(page.getByText('Mails are late at the moment').query()).toBeNull();
  });

  it('sends another mail at once after an expired link', async () => {
    const sendPasswordReset = vi.fn<Auth['sendPasswordReset']>(() => Promise.resolve({ ok: true, value: null }));
    await open({ sendPasswordReset }, { sentAt: 0, purpose: 'recovery' });
    await expect.element(page.getByRole('heading', { name: 'Link expired' })).toBeVisible();
    await button('Send again').click();
    await expectAnnounced('Sent again', 'Please check your email.');
    expect(sendPasswordReset.mock.calls).toEqual([['a@münchen.de', `${window.location.origin}/auth/callback`]]);
    await expect.element(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
  });
});

describe('the callback page', () => {
  const open = async (completeRedirect: Auth['completeRedirect']) => {
    const [onVerified, onRecovery, onNoSession, onStay] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
    await renderFor({}, <CallbackPage {...{ onVerified, onRecovery, onNoSession, onStay }} />, {
      auth: { completeRedirect } as Auth,
    });
    return { onVerified, onRecovery, onNoSession, onStay };
  };

  it('welcomes the signed-in person, and continues after a second', async () => {
    const { onVerified } = await open(() => Promise.resolve({ kind: 'session', recovery: false }));
    await expect.element(page.getByText('Verifying your email...')).toBeVisible();
    await expectAnnounced('✅ Email verified — welcome to Undercurrent!', 'Your account is now active.');
    await waitFor(() => expect(onVerified).toHaveBeenCalledOnce());
  });

  it('asks before it replaces a signed-in account; the person stays signed in', async () => {
    const outcome = { kind: 'other' as const, from: 'nina@b.co', to: 'eve@b.co', recovery: false };
    const [switchOver, stay] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
    const { onStay } = await open(() => Promise.resolve({ ...outcome, switchOver, stay }));
    await expect.element(page.getByText('You are signed in as nina@b.co. This link signs in eve@b.co.')).toBeVisible();
    expect([switchOver.mock.calls, stay.mock.calls]).toEqual([[], []]);
    await button('Stay nina@b.co').click();
    await expect.poll(() => onStay.mock.calls.length).toBe(1);
    expect([switchOver.mock.calls.length, stay.mock.calls.length]).toEqual([0, 1]);
  });

  it('asks before it replaces a signed-in account; the person switches', async () => {
    const outcome = { kind: 'other' as const, from: 'nina@b.co', to: 'eve@b.co', recovery: false };
    const [switchOver, stay] = [vi.fn(async () => undefined), vi.fn(async () => undefined)];
    const { onVerified } = await open(() => Promise.resolve({ ...outcome, switchOver, stay }));
    await button('Sign in as eve@b.co').click();
    await waitFor(() => expect(onVerified).toHaveBeenCalledOnce());
    expect([switchOver.mock.calls.length, stay.mock.calls.length]).toEqual([1, 0]);
  });

  it('keeps a link that has not reached the server, and retries it', async () => {
    const completeRedirect = vi.fn<Auth['completeRedirect']>(() => Promise.resolve({ kind: 'unreachable' }));
    await open(completeRedirect);
    await expect.element(page.getByText('The link still holds. Try again when you are online.')).toBeVisible();
    completeRedirect.mockResolvedValueOnce({ kind: 'session', recovery: false });
    await button('Retry').click();
    await expectAnnounced('✅ Email verified — welcome to Undercurrent!', 'Your account is now active.');
  });

  const failures: readonly [string, Auth['completeRedirect'], string, string][] = [
    [
      'without a session',
      () => Promise.resolve({ kind: 'none', mail: null }),
      '⚠️ Session expired, please log in again.',
      'Your verification link may have expired.',
    ],
    [
      'rejected by the server',
      () => Promise.resolve({ kind: 'error', message: 'server_error', mail: null }),
      'Verification Error',
      'There was an issue verifying your email. Please try again.',
    ],
    [
      'with an unexpected error',
      () => Promise.reject(new Error('no storage')),
      'Error',
      'An unexpected error occurred. Please try signing in again.',
    ],
  ];
  it.each(failures)(
    'shows the reason of a failed link, and leads to sign-in: %s',
    async (_, completeRedirect, title, text) => {
      const { onNoSession } = await open(completeRedirect);
      await expectAnnounced(title, text);
      expect(onNoSession).toHaveBeenCalledOnce();
    },
  );
});
