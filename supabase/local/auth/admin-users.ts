import { randomUUID } from 'node:crypto';
import postgres from 'postgres';
import * as z from 'zod/mini';
import type { Exchange } from '../http/router.ts';
import type { StackKeys } from '../keys.ts';
import { refusal } from './auth-guard.ts';
import { callerOfHeaders } from './caller.ts';
import { emailText } from './email-text.ts';
import { PASSWORD_ROUNDS } from './right-password.ts';

const USERS = '/auth/v1/admin/users';

const metadata = z.optional(z.record(z.string(), z.unknown()));
const attributes = z.strictObject({
  id: z.optional(z.uuid()),
  email: z.optional(emailText),
  password: z.optional(z.string()),
  email_confirm: z.optional(z.boolean()),
  user_metadata: metadata,
  app_metadata: metadata,
});
const newUser = z.extend(attributes, { email: emailText });
const removal = z.nullish(z.strictObject({ should_soft_delete: z.optional(z.literal(false)) }));
const pages = z.object({
  page: z._default(z.coerce.number().check(z.int(), z.minimum(1)), 1),
  per_page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(1000)), 50),
});

interface UserRow {
  readonly id: string;
  readonly email: string | null;
  readonly appMetadata: Record<string, unknown>;
  readonly userMetadata: Record<string, unknown>;
  /** As hosted Auth returns the account; times without a value are omitted. */
  readonly json: Record<string, unknown>;
}

export async function answerAdmin(
  { req, url }: Exchange,
  json: unknown,
  { sql, keys }: { readonly sql: postgres.Sql; readonly keys: StackKeys },
): Promise<Response> {
  const caller = callerOfHeaders(req.headers, keys);
  if (!caller) return refusal(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
  if (caller.role !== 'service_role') return refusal(403, 'not_admin', 'User not allowed');
  const id = url.pathname.slice(USERS.length + 1);
  const isUsers = url.pathname === USERS || url.pathname.startsWith(`${USERS}/`);
  if (!isUsers) return refusal(404, 'not_found', 'This part of Auth is not here.');
  if (id !== '' && !z.safeParse(z.uuid(), id).success)
    return refusal(404, 'validation_failed', 'user_id must be an UUID');
  try {
    if (id === '' && req.method === 'GET') return await list(sql, url);
    if (id === '' && req.method === 'POST') return await create(sql, json);
    if (id !== '' && req.method === 'GET') return await answerUser(sql, id);
    if (id !== '' && req.method === 'PUT') return await change(sql, id, json);
    if (id !== '' && req.method === 'DELETE') return await remove(sql, id, json);
    return new Response(null, { status: 405, headers: { allow: id === '' ? 'GET, POST' : 'GET, PUT, DELETE' } });
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== '23505') throw error;
    return refusal(422, 'email_exists', 'A user with this email address has already been registered');
  }
}

const notServed = () =>
  refusal(
    400,
    'validation_failed',
    'An account is given by id, email, password, email_confirm, user_metadata and app_metadata here.',
  );
const notFound = () => refusal(404, 'user_not_found', 'User not found');
const isWeak = (password: string | undefined) => password !== undefined && password.length < 6;
const weak = () => refusal(422, 'weak_password', 'Password should be at least 6 characters.');

async function readUsers(sql: postgres.Sql, where: postgres.PendingQuery<postgres.Row[]>): Promise<UserRow[]> {
  return await sql<UserRow[]>`
    select u.id, u.email, coalesce(u.raw_app_meta_data, '{}') as "appMetadata", coalesce(u.raw_user_meta_data, '{}') as "userMetadata",
           jsonb_strip_nulls(jsonb_build_object(
             'email_confirmed_at', u.email_confirmed_at, 'confirmed_at', u.confirmed_at,
             'confirmation_sent_at', u.confirmation_sent_at, 'recovery_sent_at', u.recovery_sent_at,
             'new_email', nullif(u.email_change, ''), 'email_change_sent_at', u.email_change_sent_at,
             'last_sign_in_at', u.last_sign_in_at, 'created_at', u.created_at, 'updated_at', u.updated_at
           )) || jsonb_build_object(
             'id', u.id, 'aud', 'authenticated', 'role', 'authenticated', 'email', coalesce(u.email, ''),
             'phone', coalesce(u.phone, ''), 'is_anonymous', u.is_anonymous,
             'app_metadata', coalesce(u.raw_app_meta_data, '{}'), 'user_metadata', coalesce(u.raw_user_meta_data, '{}'),
             'identities', (
               select coalesce(jsonb_agg(jsonb_build_object(
                 'identity_id', i.id, 'id', i.provider_id, 'user_id', i.user_id, 'identity_data', i.identity_data,
                 'provider', i.provider, 'email', i.email, 'last_sign_in_at', coalesce(i.last_sign_in_at, i.created_at),
                 'created_at', i.created_at, 'updated_at', i.updated_at)), '[]')
               from auth.identities i where i.user_id = u.id)
           ) as json
      from auth.users u where u.deleted_at is null ${where}`;
}

const readUser = async (sql: postgres.Sql, id: string) => (await readUsers(sql, sql`and u.id = ${id}`))[0] ?? null;

async function answerUser(sql: postgres.Sql, id: string): Promise<Response> {
  const user = await readUser(sql, id);
  return user ? Response.json(user.json) : notFound();
}

async function list(sql: postgres.Sql, url: URL): Promise<Response> {
  const parsed = z.safeParse(pages, Object.fromEntries([...url.searchParams].filter(([, value]) => value !== '')));
  if (!parsed.success)
    return refusal(400, 'validation_failed', 'page and per_page are numbers from 1 on, per_page to 1000.');
  const { page, per_page: size } = parsed.data;
  const [count] = await sql<
    { total: number }[]
  >`select count(*)::int as total from auth.users where deleted_at is null`;
  const total = count?.total ?? 0;
  const users = await readUsers(
    sql,
    sql`order by u.created_at desc, u.id limit ${size} offset ${String((page - 1) * size)}::bigint`,
  );
  const last = Math.max(1, Math.ceil(total / size));
  const link = (to: number, rel: string) => `<${USERS}?page=${to}&per_page=${size}>; rel="${rel}"`;
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
  const headers = { 'x-total-count': String(total), link: links };
  return Response.json({ users: users.map((user) => user.json), aud: 'authenticated' }, { headers });
}

async function create(sql: postgres.Sql, json: unknown): Promise<Response> {
  const parsed = z.safeParse(newUser, json);
  if (!parsed.success) return notServed();
  const { password, email_confirm: isConfirmed = false } = parsed.data;
  if (isWeak(password)) return weak();
  const id = parsed.data.id ?? randomUUID();
  const email = parsed.data.email.toLowerCase();
  const userMetadata = { ...parsed.data.user_metadata, ...(isConfirmed ? { email_verified: true } : {}) };
  const appMetadata = { ...parsed.data.app_metadata, provider: 'email', providers: ['email'] };
  const identity = { sub: id, email, email_verified: isConfirmed, phone_verified: false };
  await sql.begin(async (tx) => {
    await tx`insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data)
      values (${id}, ${email}, extensions.crypt(${password ?? null}::text, extensions.gen_salt('bf', ${PASSWORD_ROUNDS}::integer)),
        case when ${isConfirmed} then now() end, ${asJson(appMetadata)}::text::jsonb, ${asJson(userMetadata)}::text::jsonb)`;
    await tx`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
      values (${randomUUID()}, 'email', ${id}, ${id}, ${asJson(identity)}::text::jsonb)`;
  });
  return await answerUser(sql, id);
}

async function change(sql: postgres.Sql, id: string, json: unknown): Promise<Response> {
  const parsed = z.safeParse(attributes, json);
  if (!parsed.success || parsed.data.id !== undefined) return notServed();
  const { password, user_metadata: userMetadata, app_metadata: appMetadata } = parsed.data;
  if (isWeak(password)) return weak();
  const before = await readUser(sql, id);
  if (!before) return notFound();
  const email = parsed.data.email?.toLowerCase() ?? before.email;
  await sql.begin(async (tx) => {
    await tx`update auth.users set email = ${email},
        encrypted_password = coalesce(
          extensions.crypt(${password ?? null}::text, extensions.gen_salt('bf', ${PASSWORD_ROUNDS}::integer)), encrypted_password),
        email_confirmed_at = coalesce(email_confirmed_at, case when ${parsed.data.email_confirm ?? false} then now() end),
        raw_app_meta_data = ${asJson(merged(before.appMetadata, appMetadata))}::text::jsonb,
        raw_user_meta_data = ${asJson(merged(before.userMetadata, userMetadata))}::text::jsonb, updated_at = now()
      where id = ${id}`;
    await tx`update auth.identities set identity_data = identity_data || jsonb_build_object('email', ${email}::text)
      where user_id = ${id} and provider = 'email'`;
    if (password !== undefined) await tx`delete from auth.sessions where user_id = ${id}`;
  });
  return await answerUser(sql, id);
}

async function remove(sql: postgres.Sql, id: string, json: unknown): Promise<Response> {
  if (!z.safeParse(removal, json).success)
    return refusal(400, 'validation_failed', 'An account is deleted for good here: should_soft_delete is not served.');
  const deleted = await sql`delete from auth.users where id = ${id}`;
  return deleted.count === 0 ? notFound() : Response.json({});
}

const asJson = (value: unknown) => JSON.stringify(value);

/** Metadata with changes. Null removes a key, as in hosted Auth. */
const merged = (before: Record<string, unknown>, changes: Record<string, unknown> = {}) =>
  Object.fromEntries(Object.entries({ ...before, ...changes }).filter(([name]) => changes[name] !== null));
