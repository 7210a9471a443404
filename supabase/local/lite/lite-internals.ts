import * as z from 'zod/mini';
import { currentRequest } from './request-headers.ts';

/**
 * The version whose internals this file changes. Review a new version before naming it here: see the test beside this
 * file.
 */
export const LITE_VERSION = '0.10.0';

const mismatch = (what: string) =>
  new Error(`@supabase/lite is not what it was in ${LITE_VERSION}: nothing there ${what}`);

/**
 * All changes that this server makes to the internals of a lite connection.
 *
 * @throws Error that names the missing part when another version is installed
 */
export function adaptLite(connection: object): void {
  keepPrivileges(connection);
  passValuesAsGiven(connection);
  passHeadersToPolicies(connection);
  throwWhenUnreadable(connection);
}

/**
 * lite replaces `process.emitWarning` when it loads, and the replacement throws on a warning that is not a string. Any
 * code that causes such a warning, e.g. by adding a listener to a socket, would then fail. Call once, after lite is
 * loaded.
 */
export function keepWarnings(): void {
  const ofTexts = process.emitWarning;
  Reflect.set(process, 'emitWarning', (warning: unknown, ...rest: unknown[]) => {
    if (warning instanceof Error) process.nextTick(() => process.emit('warning', warning));
    else Reflect.apply(ofTexts, process, [warning, ...rest]);
  });
}

/**
 * Keeps lite's first request from granting all privileges on all tables to anon and authenticated, which would undo the
 * migrations' revokes.
 */
function keepPrivileges(connection: object): void {
  if (Reflect.get(connection, 'rlsState') !== 'unknown') throw mismatch('asks for row-level security');
  Reflect.set(connection, 'rlsState', 'active');
}

/** Type OIDs of json and jsonb in Postgres. */
const JSON_TYPES = ['114', '3802'];

/**
 * Passes values to Postgres as the client wrote them, so that Postgres validates them. lite serializes JSON arguments
 * and the driver would serialize them again: `sync_push` would see a JSON string in place of its array. The driver
 * itself would drop the microseconds of a time, accept any text as 'false', and fail on a number in place of a date.
 */
function passValuesAsGiven(connection: object): void {
  const driver: unknown = Reflect.get(connection, 'driver');
  const options: unknown = typeof driver === 'function' ? Reflect.get(driver, 'options') : null;
  const serializers: unknown = options && typeof options === 'object' ? Reflect.get(options, 'serializers') : null;
  if (!serializers || typeof serializers !== 'object') throw mismatch('holds its driver');
  for (const type of [...Object.keys(serializers), ...JSON_TYPES]) {
    const isJson = JSON_TYPES.includes(type);
    const serialize: unknown = Reflect.get(serializers, type);
    Reflect.set(serializers, type, (value: unknown) => {
      if (typeof value === 'string') return value;
      if (value instanceof Date) return value.toISOString();
      if (!isJson && Array.isArray(value) && typeof serialize === 'function') return String(serialize(value));
      return JSON.stringify(value) ?? '';
    });
  }
}

/**
 * Lets row policies read `request.headers`, as on hosted Supabase: the beta session's header identifies a guest (S-1).
 * lite sets the headers for procedures only.
 */
function passHeadersToPolicies(connection: object): void {
  const asCaller: unknown = Reflect.get(connection, 'applyJwtSessionContext');
  const asRequest: unknown = Reflect.get(connection, 'applyRpcRequestGucs');
  if (typeof asCaller !== 'function' || typeof asRequest !== 'function')
    throw mismatch('tells Postgres of its requests');
  Reflect.set(connection, 'applyJwtSessionContext', async (transaction: unknown, ...rest: unknown[]) => {
    await Reflect.apply(asCaller, connection, [transaction, ...rest]);
    const request = currentRequest();
    if (request) await Reflect.apply(asRequest, connection, [transaction, request]);
  });
}

const found = z.looseObject({ tables: z.array(z.unknown()) });

/**
 * Turns a database that cannot be read into an error. lite takes it for an empty database and would answer 404 until
 * its next schema load; clients would take that for a refusal.
 */
export function throwWhenUnreadable(connection: object): void {
  const introspect: unknown = Reflect.get(connection, 'introspect');
  if (typeof introspect !== 'function') throw mismatch('looks what there is');
  Reflect.set(connection, 'introspect', async (...rest: unknown[]) => {
    const answer: unknown = await Reflect.apply(introspect, connection, rest);
    const parsed = found.safeParse(answer);
    if (parsed.success && parsed.data.tables.length > 0) return answer;
    throw Object.assign(new Error('The database cannot be read'), { code: 'DATABASE_AWAY' });
  });
}
