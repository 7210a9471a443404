import {
  AuthClient,
  AuthUnknownError,
  isAuthApiError,
  isAuthRetryableFetchError,
  type AuthError,
  type EmailOtpType,
  type Session,
} from '@supabase/supabase-js';
import * as z from 'zod/mini';
import { mailPurposes } from '../model/mail-purposes.ts';
import type { AuthApi, RedirectMail, RedirectOutcome } from '../api.ts';
import type { CallFailure, CallResult } from '../answers.ts';
import type { HttpEnvironment } from './http.ts';
import { request, requestAs } from './http.ts';
import { toCallFailure } from './failure.ts';
import { sentPassword } from './password.ts';
import { revokeSession, type SessionKeeper } from './session.ts';
import type { StoredSession } from './session-store.ts';

export interface AuthEnvironment extends HttpEnvironment {
  betaToken: {
    get(): string | null;
    clear(): void;
    /** Closes the guest's scope and keeps the token. @returns a function that opens the scope again */
    suspend(): () => void;
  };
  now(): number;
  /** Resolves when the guest's scope is closed: its last pull still needs the beta session. */
  settled(): Promise<unknown>;
  drain(): Promise<void>;
}

/** Calls of the auth service (part 1 §7). `leaving.ts` signs out, because it also deletes databases. */
export function createAuth(environment: AuthEnvironment, keeper: SessionKeeper): Omit<AuthApi, 'signOut'> {
  const auth = createAuthClient(environment);

  const adopt = async (session: StoredSession) => {
    await keeper.begin(session);
    void useBetaSession(environment, session.accessToken);
  };

  /** Begins the link's session, but not while another person is signed in: the link may have been planted (login CSRF). */
  const adoptFromLink = async (session: StoredSession, recovery: boolean): Promise<RedirectOutcome> => {
    const present = keeper.current.get() ?? (await keeper.reload());
    if (!present || present.userId === session.userId) {
      await adopt(session);
      return { kind: 'session', recovery };
    }
    return {
      kind: 'other',
      from: present.email,
      to: session.email,
      recovery,
      async switchOver() {
        await environment.drain().catch(() => undefined);
        await adopt(session);
        void revokeSession(environment, present.accessToken);
      },
      stay: () => revokeSession(environment, session.accessToken),
    };
  };

  const complete: AuthApi['completeRedirect'] = async (href) => {
    const link = readLink(href);
    const mail = mailOf(href);
    const refused = (error: AuthError): RedirectOutcome =>
      isAuthRetryableFetchError(error) || isForeignResponse(error)
        ? { kind: 'unreachable' }
        : { kind: 'error', message: error.message, mail };
    switch (link.kind) {
      case 'error':
        return { ...link, mail };
      case 'none': {
        const session = keeper.current.get() ?? (await keeper.reload());
        return session && !session.locked ? { kind: 'session', recovery: false } : { kind: 'none', mail };
      }
      case 'tokens': {
        const { data, error } = await auth.getUser(link.accessToken);
        if (error) return refused(error);
        const { id, email } = data.user;
        const session = {
          userId: id,
          email: email ?? '',
          accessToken: link.accessToken,
          refreshToken: link.refreshToken,
          expiresAt: environment.now() + link.expiresInS * 1000,
          locked: false,
        };
        return await adoptFromLink(session, link.isRecovery);
      }
      case 'code':
      case 'otp': {
        const { data, error } = await (link.kind === 'code'
          ? auth.exchangeCodeForSession(link.code)
          : auth.verifyOtp({ token_hash: link.tokenHash, type: link.type }));
        if (error) return refused(error);
        if (!data.session) return { kind: 'none', mail };
        return await adoptFromLink(
          fromAuth(data.session, environment.now()),
          link.kind === 'otp' && link.type === 'recovery',
        );
      }
    }
  };

  return {
    async signIn(email, password) {
      const { data, error } = await auth.signInWithPassword({ email, password: await sentPassword(password) });
      if (error) return failed(error);
      await adopt(fromAuth(data.session, environment.now()));
      return { ok: true, value: { userId: data.user.id } };
    },

    async signUp(email, password, redirectTo) {
      // The sign-up spends the guest's token (S-39), so the guest's requests must have ended.
      const metadata = { beta_token: environment.betaToken.get() };
      const resume = environment.betaToken.suspend();
      await environment.settled();
      const options = { emailRedirectTo: redirectTo, data: metadata };
      const { data, error } = await auth.signUp({ email, password: await sentPassword(password), options });
      if (error) {
        resume();
        return failed(error);
      }
      environment.betaToken.clear();
      if (data.session) await adopt(fromAuth(data.session, environment.now()));
      return { ok: true, value: { session: data.session !== null } };
    },

    async sendMagicLink(email, redirectTo) {
      // Only existing accounts get a link. `otp_disabled` is hidden: the page must not tell whether an account exists (S-39).
      const options = { emailRedirectTo: redirectTo, shouldCreateUser: false };
      const { error } = await auth.signInWithOtp({ email, options });
      return error && error.code !== 'otp_disabled' ? failed(error) : { ok: true, value: null };
    },

    async sendPasswordReset(email, redirectTo) {
      const { error } = await auth.resetPasswordForEmail(email, { redirectTo });
      return error ? failed(error) : { ok: true, value: null };
    },

    async resendSignUp(email, redirectTo) {
      const { error } = await auth.resend({ type: 'signup', email, options: { emailRedirectTo: redirectTo } });
      return error ? failed(error) : { ok: true, value: null };
    },

    async isMailDelayed() {
      const reply = await request(environment, '/auth/v1/settings', { method: 'GET', token: null });
      return reply.ok && settings.safeParse(reply.value).data?.mail_delayed === true;
    },

    async verifyCode(email, code, purpose) {
      // The code comes from a sign-up mail or, if the address already has an account, from a sign-in mail. The type 'email' accepts both codes.
      const type = purpose === 'recovery' ? 'recovery' : 'email';
      const { data, error } = await auth.verifyOtp({ email, token: code, type });
      if (error) return failed(error);
      if (data.session) await adopt(fromAuth(data.session, environment.now()));
      return { ok: true, value: null };
    },

    async updatePassword(password) {
      const body = { password: await sentPassword(password) };
      const reply = await requestAs(environment, keeper.accessToken, '/auth/v1/user', { method: 'PUT', body });
      return reply.ok ? { ok: true, value: null } : { ok: false, failure: toCallFailure(reply.failure) };
    },

    completeRedirect: (href) =>
      complete(href).catch((error: unknown) => ({
        kind: 'error',
        message: error instanceof Error ? error.message : '',
        mail: mailOf(href),
      })),
  };
}

/** Hosted Auth does not tell whether mails are delayed. */
const settings = z.object({ mail_delayed: z.optional(z.boolean()) });

/** Reports to the server that a sign-in has spent the beta session (S-2), best effort, and forgets the token. */
async function useBetaSession(environment: AuthEnvironment, token: string): Promise<void> {
  await environment.settled();
  const beta = environment.betaToken.get();
  if (beta === null) return;
  await request(environment, '/rest/v1/rpc/use_beta_session', { body: { p_token: beta }, token });
  environment.betaToken.clear();
}

type Link =
  | { kind: 'none' }
  | { kind: 'error'; message: string }
  | { kind: 'tokens'; accessToken: string; refreshToken: string; expiresInS: number; isRecovery: boolean }
  | { kind: 'code'; code: string }
  | { kind: 'otp'; tokenHash: string; type: EmailOtpType };

const otpTypes: readonly EmailOtpType[] = ['signup', 'invite', 'magiclink', 'recovery', 'email_change', 'email'];

export function readLink(href: string): Link {
  const url = new URL(href);
  const hash = new URLSearchParams(url.hash.slice(1));
  const query = url.searchParams;
  const get = (name: string) => hash.get(name) ?? query.get(name);
  const error = get('error_description') ?? get('error') ?? get('error_code');
  if (error !== null) return { kind: 'error', message: error };
  const accessToken = hash.get('access_token');
  const refreshToken = hash.get('refresh_token');
  if (accessToken !== null && refreshToken !== null) {
    const expiresInS = Number(hash.get('expires_in') ?? '3600');
    return { kind: 'tokens', accessToken, refreshToken, expiresInS, isRecovery: hash.get('type') === 'recovery' };
  }
  const tokenHash = get('token_hash');
  const type = otpTypes.find((known) => known === get('type'));
  if (tokenHash !== null && type) return { kind: 'otp', tokenHash, type };
  const code = query.get('code');
  return code === null ? { kind: 'none' } : { kind: 'code', code };
}

function mailOf(href: string): RedirectMail | null {
  const url = new URL(href);
  const hash = new URLSearchParams(url.hash.slice(1));
  const email = hash.get('email');
  const purpose = mailPurposes.find((known) => known === (hash.get('type') ?? url.searchParams.get('type')));
  return email !== null && purpose ? { email, purpose } : null;
}

function fromAuth(session: Session, now: number): StoredSession {
  return {
    userId: session.user.id,
    email: session.user.email ?? '',
    accessToken: session.access_token,
    refreshToken: session.refresh_token,
    expiresAt: now + session.expires_in * 1000,
    locked: false,
  };
}

function failed<T>(error: AuthError): CallResult<T> {
  return { ok: false, failure: authFailure(error) };
}

/** Whether a proxy or a captive portal answered, with a page instead of JSON. */
const isForeignResponse = (error: AuthError): boolean => error instanceof AuthUnknownError;

/** @throws any error that is neither an answer of the server nor a network failure */
function authFailure(error: AuthError): CallFailure {
  if (isAuthRetryableFetchError(error)) {
    return error.status === 0 ? { kind: 'network' } : { kind: 'busy', message: error.message };
  }
  if (isForeignResponse(error)) return { kind: 'network' };
  const status = error.status ?? 0;
  if (status === 429 || status >= 500) return { kind: 'busy', message: error.message };
  if (!isAuthApiError(error) && status === 0) throw error;
  return { kind: 'refused', code: error.code ?? String(status), message: error.message };
}

function createAuthClient({ config, fetch }: HttpEnvironment): InstanceType<typeof AuthClient> {
  return new AuthClient({
    url: `${config.supabaseUrl}/auth/v1`,
    headers: { apikey: config.publishableKey },
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
    // Not PKCE: a mail is often opened in another browser, which lacks the verifier.
    flowType: 'implicit',
    fetch,
  });
}
