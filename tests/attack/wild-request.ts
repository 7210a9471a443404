import type { Random } from '../../supabase/seed/random.ts';

export interface WildRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Texts that wild requests contain and that no log may contain. */
export const wildSecrets = { mail: 'someone@example.com', passcode: 'underground' };

const tables = ['tracks', 'user_profiles', 'messages', 'zap_actions', 'genres', 'nothing', '', 'pg_class', 'a b'];
const columns = [
  'id',
  'user_id',
  'title',
  'created_at',
  'is_public',
  'play_count',
  'nothing',
  '*',
  '',
  'a->>b',
  'id::int',
];
const procedures = ['sync_pull', 'sync_push', 'first_screen', 'get_profile_visibility', 'nothing', 'leaderboard', ''];
const operators = [
  'eq',
  'in',
  'like',
  'ilike',
  'match',
  'is',
  'fts',
  'cs',
  'ov',
  'gt',
  'not.eq',
  'not',
  'or',
  'xx',
  'eq(any)',
  '',
];
const auth = [
  'signup',
  'token?grant_type=password',
  'token?grant_type=refresh_token',
  'token',
  'otp',
  'verify',
  'recover',
  'resend',
  'user',
  'logout',
  'settings',
  'health',
  'admin/users',
  'authorize',
  'callback',
  'magiclink',
  'nothing',
];
const otherPaths = [
  '/storage/v1/object/tracks/',
  '/storage/v1/object/list/covers',
  '/storage/v1/bucket',
  '/storage/v1/upload/resumable',
  '/functions/v1/validate-beta-passcode',
  '/functions/v1/check-upload',
  '/functions/v1/nothing',
  '/mailbox',
  '/healthz',
  '/radio/api/nowplaying',
  '/track/',
  '/profile/',
  '/explore',
  '/.well-known/undercurrent.json',
  '/',
];

const fragments = [
  '',
  '"',
  "'",
  '(',
  ')',
  ',',
  '.',
  '*',
  '%',
  '%00',
  '%ff',
  '\\',
  '\u0000',
  '\ud800',
  '😀',
  'null',
  'true',
  '1e400',
  '-1',
  '99999999999999999999',
  'id',
  'eq',
  'in',
  '"a',
  'a"',
  '("',
  '"),',
  '{}',
  '{',
  '[',
  '->',
  '->>',
  '::',
  ':',
  'limit',
  'and(',
  'or(',
  ')))',
  '..',
  '../',
  ';--',
  "'; drop table x",
  '\r\n',
  ' ',
  '\t',
  'x'.repeat(300),
];

function brokenText(random: Random, most = 4): string {
  return Array.from({ length: random.int(0, most) }, () => random.pick(fragments)).join('');
}

function value(random: Random, depth = 0): unknown {
  const kind = random.int(0, depth > 3 ? 5 : 8);
  if (kind === 0) return null;
  if (kind === 1) return random.chance(0.5);
  if (kind === 2) return random.pick([0, -1, 1.5, 1e308, 9007199254740992, 2 ** 31]);
  if (kind <= 4) return brokenText(random);
  if (kind === 5)
    return random.pick([
      '00000000-0000-0000-0000-000000000000',
      '2026-01-01T00:00:00Z',
      wildSecrets.mail,
      'a\u0000@example.com',
      wildSecrets.passcode,
    ]);
  if (kind === 6) return Array.from({ length: random.int(0, 4) }, () => value(random, depth + 1));
  const names = [
    'id',
    'email',
    'password',
    'data',
    'p_actions',
    'p_since',
    'p_tables',
    'title',
    'kind',
    'payload',
    'token',
    'type',
    'passcode',
    'user_id',
    'beta_token',
    'refresh_token',
    'prefix',
    'search',
    'bucket',
    'name',
    brokenText(random, 2),
  ];
  return Object.fromEntries(
    Array.from({ length: random.int(0, 5) }, () => [random.pick(names), value(random, depth + 1)]),
  );
}

function bodyOf(random: Random): string {
  if (random.chance(0.04)) return '['.repeat(random.int(10, 20_000));
  if (random.chance(0.03)) return `{"a":`.repeat(random.int(10, 5_000)) + '1' + '}'.repeat(random.int(0, 5_000));
  if (random.chance(0.1)) return brokenText(random, 8);
  const text = JSON.stringify(value(random)) ?? '';
  if (random.chance(0.02)) return `\uFEFF${text}`;
  return random.chance(0.1) ? text.slice(0, random.int(0, text.length)) : text;
}

function query(random: Random): string {
  const pairs = Array.from({ length: random.int(0, 5) }, () => {
    const name = random.pick([
      'select',
      'order',
      'limit',
      'offset',
      'or',
      'and',
      'on_conflict',
      'columns',
      'grant_type',
      'redirect_to',
      'token',
      'type',
      random.pick(columns),
      brokenText(random, 2),
    ]);
    const text = random.chance(0.6)
      ? `${random.pick(operators)}.${random.pick(['', '(', '"', '('])}${brokenText(random)}${random.pick(['', ')', '"', ')'])}`
      : `${random.pick(columns)}${random.pick(['', ',', '(', ':', '.desc', '.nullsfirst', '!inner('])}${brokenText(random)}`;
    return `${encode(random, name)}=${encode(random, text)}`;
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function encode(random: Random, text: string): string {
  const isRaw = random.chance(0.2) && /^[!-~]*$/.test(text) && !text.includes('#');
  return isRaw ? text : encodeURIComponent(Buffer.from(text).toString());
}

const inBase64 = (text: string) => Buffer.from(text).toString('base64');

function uploadMetadata(random: Random): string {
  const fields = {
    bucketName: 'covers',
    objectName: brokenText(random),
    metadata: JSON.stringify(value(random)) ?? '',
  };
  return Object.entries(fields)
    .map(([name, text]) => `${name} ${inBase64(text)}`)
    .join(',');
}

/** A random request: valid in parts, malformed in others. */
export function wildRequest(random: Random, keys: readonly string[]): WildRequest {
  const method = random.pick(['GET', 'GET', 'POST', 'POST', 'POST', 'PATCH', 'DELETE', 'PUT', 'HEAD', 'OPTIONS']);
  const draw = random.next();
  const path =
    draw < 0.35
      ? `/rest/v1/${encode(random, random.pick(tables))}${query(random)}`
      : draw < 0.5
        ? `/rest/v1/rpc/${random.pick(procedures)}${query(random)}`
        : draw < 0.8
          ? `/auth/v1/${random.pick(auth)}`
          : `${random.pick(otherPaths)}${encode(random, brokenText(random, 2))}${query(random)}`;
  const isBodiless = method === 'GET' || method === 'HEAD';
  const headers: Record<string, string> = {};
  if (random.chance(0.9)) headers['apikey'] = random.pick(keys);
  if (random.chance(0.6)) headers['authorization'] = `Bearer ${random.pick(keys)}`;
  if (!isBodiless)
    headers['content-type'] = random.pick([
      'application/json',
      'application/json',
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/offset+octet-stream',
    ]);
  if (random.chance(0.2))
    headers['prefer'] = random.pick([
      'return=representation',
      'count=exact',
      'resolution=merge-duplicates',
      'tx=rollback',
      'x'.repeat(200),
    ]);
  if (random.chance(0.1)) headers['range'] = random.pick(['0-9', 'bytes=--', '9-0', 'items=a-b']);
  if (random.chance(0.1))
    headers['accept'] = random.pick(['application/vnd.pgrst.object+json', 'text/csv', '*/*', 'application/geo+json']);
  if (random.chance(0.05)) headers['accept-profile'] = random.pick(['public', 'private', 'auth', '"']);
  if (random.chance(0.1)) headers['x-beta-session'] = random.pick(['x', '"', 'x'.repeat(2_000)]);
  if (random.chance(0.1)) headers['tus-resumable'] = '1.0.0';
  if (random.chance(0.1)) headers['x-metadata'] = inBase64(JSON.stringify(value(random)) ?? '');
  if (random.chance(0.1)) headers['upload-metadata'] = uploadMetadata(random);
  if (random.chance(0.1)) headers['upload-length'] = random.pick(['-1', '1e9', 'x', '10']);
  return { method, path, headers, body: isBodiless ? null : bodyOf(random) };
}
