import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { parse as parseToml } from 'smol-toml';
import { expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import * as z from 'zod/mini';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const read = (name: string) => readFileSync(pathOf(name), 'utf8');

const text = read('compose.yaml');
const service = z.looseObject({
  image: z.string(),
  environment: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  volumes: z.optional(z.array(z.string())),
  ports: z.optional(z.array(z.string())),
  healthcheck: z.optional(z.unknown()),
});
const compose = z
  .object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) })
  .parse(parseYaml(text, { merge: true }));
const services = Object.entries(compose.services);
const config = z
  .object({
    api: z.object({ schemas: z.array(z.string()), extra_search_path: z.array(z.string()), max_rows: z.number() }),
    db: z.object({ major_version: z.number() }),
    storage: z.object({ file_size_limit: z.string() }),
    auth: z.object({
      jwt_expiry: z.number(),
      enable_refresh_token_rotation: z.boolean(),
      refresh_token_reuse_interval: z.number(),
      enable_signup: z.boolean(),
      enable_anonymous_sign_ins: z.boolean(),
      minimum_password_length: z.number(),
      email: z.object({
        enabled: z.boolean(),
        enable_confirmations: z.boolean(),
        double_confirm_changes: z.boolean(),
        max_frequency: z.string(),
        otp_expiry: z.number(),
        template: z.record(z.string(), z.object({ subject: z.string(), content_path: z.string() })),
      }),
      rate_limit: z.object({
        sign_in_sign_ups: z.number(),
        token_verifications: z.number(),
        token_refresh: z.number(),
        email_sent: z.number(),
      }),
      hook: z.object({ before_user_created: z.object({ enabled: z.boolean(), uri: z.string() }) }),
    }),
    functions: z.record(z.string(), z.object({ verify_jwt: z.boolean() })),
  })
  .parse(parseToml(read('../config.toml')));

const environmentOf = (name: string) =>
  Object.fromEntries(
    Object.entries(compose.services[name]?.environment ?? {}).map(([key, value]) => [key, String(value)]),
  );

it('takes every variable from .env, and refuses the start while a secret or an address is missing', () => {
  const used = [...text.matchAll(/\$\{(\w+)(:[?-])?/g)].map(([, name = '', operator = '']) => ({ name, operator }));
  const names = [...new Set(used.map(({ name }) => name))].toSorted();
  expect(names).toEqual(Object.keys(parseEnv(read('.env.example'))).toSorted());
  const optional = [...new Set(used.filter(({ operator }) => operator !== ':?').map(({ name }) => name))];
  expect(optional.toSorted()).toEqual(['DATABASE_PORT', 'GATEWAY_PORT', 'SMTP_PASS', 'SMTP_PORT', 'SMTP_USER']);
});

it('pins the images, checks the health of every service that listens, and publishes ports on loopback only', () => {
  expect(services.filter(([, { image }]) => !/:v?\d+\.\d+[\w.-]*$/.test(image))).toEqual([]);
  const unchecked = services.filter(([, { healthcheck }]) => healthcheck === undefined).map(([name]) => name);
  expect(unchecked).toEqual(['schedule']);
  const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
  expect(published).toEqual([
    ['db', '127.0.0.1:${DATABASE_PORT:-5432}:5432'],
    ['gateway', '127.0.0.1:${GATEWAY_PORT:-8000}:8080'],
  ]);
});

it('mounts files of the repository, read-only, and volumes that it declares', () => {
  const mounts = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(':')));
  const ours = mounts.filter(([source = '']) => source.startsWith('.'));
  expect(ours.filter(([source = '', , mode]) => !existsSync(pathOf(source)) || mode !== 'ro')).toEqual([]);
  const named = mounts.flatMap(([source = '']) => (source.startsWith('.') ? [] : [source]));
  expect(named.toSorted()).toEqual(Object.keys(compose.volumes).toSorted());
});

it('has the same settings as supabase/config.toml', () => {
  const { auth, api } = config;
  const { email, rate_limit: limits, hook } = auth;
  expect(environmentOf('auth')).toMatchObject({
    GOTRUE_JWT_EXP: String(auth.jwt_expiry),
    GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: String(auth.enable_refresh_token_rotation),
    GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: String(auth.refresh_token_reuse_interval),
    GOTRUE_DISABLE_SIGNUP: String(!auth.enable_signup),
    GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED: String(auth.enable_anonymous_sign_ins),
    GOTRUE_PASSWORD_MIN_LENGTH: String(auth.minimum_password_length),
    GOTRUE_EXTERNAL_EMAIL_ENABLED: String(email.enabled),
    GOTRUE_MAILER_AUTOCONFIRM: String(!email.enable_confirmations),
    GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: String(email.double_confirm_changes),
    GOTRUE_SMTP_MAX_FREQUENCY: email.max_frequency,
    GOTRUE_MAILER_OTP_EXP: String(email.otp_expiry),
    GOTRUE_RATE_LIMIT_OTP: String(limits.sign_in_sign_ups),
    GOTRUE_RATE_LIMIT_VERIFY: String(limits.token_verifications),
    GOTRUE_RATE_LIMIT_TOKEN_REFRESH: String(limits.token_refresh),
    GOTRUE_RATE_LIMIT_EMAIL_SENT: String(limits.email_sent),
    GOTRUE_HOOK_BEFORE_USER_CREATED_ENABLED: String(hook.before_user_created.enabled),
    GOTRUE_HOOK_BEFORE_USER_CREATED_URI: hook.before_user_created.uri,
  });
  expect(environmentOf('rest')).toMatchObject({
    PGRST_DB_SCHEMAS: api.schemas.join(','),
    PGRST_DB_EXTRA_SEARCH_PATH: api.extra_search_path.join(','),
    PGRST_DB_MAX_ROWS: String(api.max_rows),
  });
  const megabytes = Number.parseInt(config.storage.file_size_limit);
  expect(config.storage.file_size_limit).toBe(`${megabytes}MiB`);
  expect(environmentOf('storage')['FILE_SIZE_LIMIT']).toBe(String(megabytes * 1024 * 1024));
  expect(compose.services['db']?.image).toContain(`supabase/postgres:${config.db.major_version}.`);
});

it('sends the mails of supabase/templates', () => {
  const mails = Object.entries(config.auth.email.template).map(([name, { subject, content_path: path }]) => {
    const file = path.replace('./supabase/templates/', '');
    expect(existsSync(pathOf(`../templates/${file}`)), file).toBe(true);
    return [
      [`GOTRUE_MAILER_SUBJECTS_${name.toUpperCase()}`, subject],
      [`GOTRUE_MAILER_TEMPLATES_${name.toUpperCase()}`, `http://mail-templates/${file}`],
    ];
  });
  const set = Object.entries(environmentOf('auth')).filter(([name]) => /_(SUBJECTS|TEMPLATES)_/.test(name));
  expect(Object.fromEntries(set)).toEqual(Object.fromEntries(mails.flat()));
});

it('serves only functions that check their callers themselves, because its main service does not', () => {
  const folders = readdirSync(pathOf('../functions')).filter((name) => !name.startsWith('_'));
  expect(config.functions).toEqual(Object.fromEntries(folders.map((name) => [name, { verify_jwt: false }])));
});
