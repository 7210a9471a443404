import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { WebSocket } from 'ws';
import { openBetaSession } from '../../tests/support/beta-token.ts';
import { followLink } from '../../tests/support/follow-link.ts';
import { copyPreparedDatabase } from '../../tests/support/prepared-database.ts';
import type { AuthLimits } from './auth/auth-limits.ts';
import { startStack, type Stack, type StackOptions } from './stack.ts';

export interface TestUser {
  readonly client: SupabaseClient;
  readonly id: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

export interface TestStack {
  readonly stack: Stack;
  readonly sql: postgres.Sql;
  /** Sign-up options with a new beta token (S-39). */
  passGate(): Promise<{ data: { beta_token: string } }>;
  createClient(): SupabaseClient;
  createAdmin(): SupabaseClient;
  createUser(): Promise<TestUser>;
  close(): Promise<void>;
}

/** Limits too high to reach, for tests that use one e-mail repeatedly within a minute. */
export const noAuthLimits: AuthLimits = {
  signUpsOfAddress: { most: 10_000, seconds: 1 },
  mailsOfAddress: { most: 10_000, seconds: 1 },
  mailsInARow: { most: 10_000, seconds: 1 },
  mailsOfEmail: { most: 10_000, seconds: 1 },
  wrongPasswordsOfAddress: { most: 10_000, seconds: 1 },
  wrongPasswordsOfEmail: { most: 10_000, seconds: 1 },
  wrongCodesOfAddress: { most: 10_000, seconds: 1 },
  wrongCodesOfEmail: { most: 10_000, seconds: 1 },
};

/** Starts a stack in a throwaway folder and on a free port, without demo content. */
export async function openTestStack(options: Partial<StackOptions> = {}): Promise<TestStack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'undercurrent test '));
  if (options.dataDir === undefined && options.databaseUrl === undefined) await copyPreparedDatabase(dataDir);
  const stack = await startStack({
    dataDir,
    port: 0,
    passcode: 'underground',
    empty: true,
    durable: false,
    hasSpare: false,
    ...options,
  });
  const sql = postgres(stack.keys.databaseUrl, { max: 2, onnotice: () => undefined });
  let users = 0;
  const newClient = () => clientOf(stack, stack.keys.publishableKey);
  const passGate = async () => ({ data: { beta_token: await openBetaSession(stack) } });
  return {
    stack,
    sql,
    passGate,
    createClient: newClient,
    createAdmin: () => clientOf(stack, stack.keys.serviceRoleKey),
    async createUser() {
      const client = newClient();
      users += 1;
      const email = `person${users}@example.com`;
      const password = 'correct horse';
      const { error } = await client.auth.signUp({ email, password, options: await passGate() });
      if (error) throw error;
      await followLink(stack, stack.mailbox.latestTo(email)?.link);
      const signedIn = await client.auth.signInWithPassword({ email, password });
      if (signedIn.error) throw signedIn.error;
      return { client, id: signedIn.data.user.id, email, password, token: signedIn.data.session.access_token };
    },
    async close() {
      await sql.end();
      await stack.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function clientOf(stack: Stack, key: string): SupabaseClient {
  // Node 20 has no WebSocket. The class of ws differs from the browser's only in its types.
  Reflect.set(globalThis, 'WebSocket', WebSocket);
  return createClient(stack.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}
