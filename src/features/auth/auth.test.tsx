import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { SyncClient } from '../../../sync/client.ts';
import { drawFor, expectSaid } from '../../lib/scope-test.tsx';
import { AuthPage } from './auth-page.tsx';
import { CallbackPage } from './callback-page.tsx';

type Auth = SyncClient['auth'];

const field = (name: string) => page.getByLabelText(name, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** The page of sign-in, where the server answers so. */
async function openAuth(mode: 'signIn' | 'signUp', auth: Partial<Auth> = {}) {
  const [onMode, onSignedIn] = [vi.fn(), vi.fn()];
  await drawFor({}, <AuthPage mode={mode} onMode={onMode} onSignedIn={onSignedIn} homeLink={null} />, {
    auth: auth as Auth,
  });
  return { onMode, onSignedIn };
}

describe('the page of sign-in', () => {
  it('says what it is for, and leads to the other form', async () => {
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
  ])('says the first problem of the form alone: %s', async (email, password, words) => {
    const signIn = vi.fn<Auth['signIn']>();
    await openAuth('signIn', { signIn });
    await field('Email').fill(email);
    await field('Password').fill(password);
    await button('Sign In').click();
    await expectSaid('Validation Error', words);
    expect(signIn).not.toHaveBeenCalled();
  });

  it('welcomes who is let in, and says the words of the server to who is not', async () => {
    const signIn = vi.fn<Auth['signIn']>();
    const { onSignedIn } = await openAuth('signIn', { signIn });
    await field('Email').fill('  a@b.co ');
    await field('Password').fill('secret');
    signIn.mockResolvedValueOnce({
      ok: false,
      failure: { kind: 'refused', code: '429', message: 'email rate limit exceeded' },
    });
    await button('Sign In').click();
    await expectSaid('Authentication Error', 'email rate limit exceeded');
    signIn.mockRejectedValueOnce(new Error('no storage'));
    await button('Sign In').click();
    await expectSaid('Error', 'An unexpected error occurred. Please try again.');
    expect(onSignedIn).not.toHaveBeenCalled();
    signIn.mockResolvedValueOnce({ ok: true, value: { userId: 'me' } });
    await button('Sign In').click();
    await expectSaid('Welcome back!', 'Successfully signed in.');
    expect(signIn).toHaveBeenLastCalledWith('a@b.co', 'secret');
    expect(onSignedIn).toHaveBeenCalledOnce();
  });
});

describe("the page that a mail's link opens", () => {
  const open = async (completeRedirect: Auth['completeRedirect']) => {
    const [onVerified, onRecovery, onNoSession] = [vi.fn(), vi.fn(), vi.fn()];
    await drawFor({}, <CallbackPage {...{ onVerified, onRecovery, onNoSession }} />, {
      auth: { completeRedirect } as Auth,
    });
    await expect.element(page.getByText('Verifying your email...')).toBeVisible();
    return { onVerified, onRecovery, onNoSession };
  };

  it('welcomes whom it signs in, and goes on after a second', async () => {
    const { onVerified } = await open(() => Promise.resolve({ kind: 'session', recovery: false }));
    await expectSaid('✅ Email verified — welcome to Undercurrent!', 'Your account is now active.');
    await vi.waitFor(() => expect(onVerified).toHaveBeenCalledOnce(), { timeout: 3000 });
  });

  const failures: readonly [string, Auth['completeRedirect'], string, string][] = [
    [
      'without a session',
      () => Promise.resolve({ kind: 'none' }),
      '⚠️ Session expired, please log in again.',
      'Your verification link may have expired.',
    ],
    [
      'that the server turns down',
      () => Promise.resolve({ kind: 'error', message: 'server_error' }),
      'Verification Error',
      'There was an issue verifying your email. Please try again.',
    ],
    [
      'where something unexpected happens',
      () => Promise.reject(new Error('no storage')),
      'Error',
      'An unexpected error occurred. Please try signing in again.',
    ],
  ];
  it.each(failures)('says why, and leads to sign-in: %s', async (_, completeRedirect, title, text) => {
    const { onNoSession } = await open(completeRedirect);
    await expectSaid(title, text);
    expect(onNoSession).toHaveBeenCalledOnce();
  });
});
