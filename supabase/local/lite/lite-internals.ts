import * as z from 'zod/mini';
import { askingRequest } from './request-headers.ts';

/** The one whose insides these are. Its successor is looked at before it is named here: see the test beside this file. */
export const LITE_VERSION = '0.10.0';

const unlike = (what: string) =>
  new Error(`@supabase/lite is not what it was in ${LITE_VERSION}: nothing there ${what}`);

/**
 * All that this server changes within a connection of @supabase/lite, past what it offers.
 *
 * @throws Error that names what is not there, when another version is installed
 */
export function adaptLite(connection: object): void {
  keepPrivileges(connection);
  passValuesAsGiven(connection);
  passHeadersToPolicies(connection);
  noticeAbsence(connection);
}

/**
 * lite looks for words in each warning of Node as it loads, and fails on one that is no text: whatever warned would fail with it, a
 * listener added to a socket for example. Called once, after lite was loaded.
 */
export function keepWarnings(): void {
  const ofTexts = process.emitWarning;
  Reflect.set(process, 'emitWarning', (warning: unknown, ...rest: unknown[]) => {
    if (warning instanceof Error) process.nextTick(() => process.emit('warning', warning));
    else Reflect.apply(ofTexts, process, [warning, ...rest]);
  });
}

/** Otherwise its first request grants every privilege on every table to anon and authenticated, and the migrations' revokes are gone. */
function keepPrivileges(connection: object): void {
  if (Reflect.get(connection, 'rlsState') !== 'unknown') throw unlike('asks for row-level security');
  Reflect.set(connection, 'rlsState', 'active');
}

/** Type numbers of json and jsonb in Postgres. */
const JSON_TYPES = ['114', '3802'];

/**
 * Hands values to Postgres as the client wrote them, so that Postgres judges them. lite makes text of JSON arguments before
 * it hands them to the driver, which would make text of that text: `sync_push` would see a JSON string in place of its
 * array. The driver itself would cut the microseconds off a time, take any text for 'false', and fail on a number where a
 * date belongs.
 */
function passValuesAsGiven(connection: object): void {
  const driver: unknown = Reflect.get(connection, 'driver');
  const options: unknown = typeof driver === 'function' ? Reflect.get(driver, 'options') : null;
  const serializers: unknown = options && typeof options === 'object' ? Reflect.get(options, 'serializers') : null;
  if (!serializers || typeof serializers !== 'object') throw unlike('holds its driver');
  for (const type of [...Object.keys(serializers), ...JSON_TYPES]) {
    const isJson = JSON_TYPES.includes(type);
    const own: unknown = Reflect.get(serializers, type);
    Reflect.set(serializers, type, (value: unknown) => {
      if (typeof value === 'string') return value;
      if (value instanceof Date) return value.toISOString();
      if (!isJson && Array.isArray(value) && typeof own === 'function') return String(own(value));
      return JSON.stringify(value) ?? '';
    });
  }
}

/**
 * Lets row policies read `request.headers`, as on hosted Supabase: a guest is known by the header of the beta session (S-1).
 * lite sets it for procedures alone.
 */
function passHeadersToPolicies(connection: object): void {
  const asCaller: unknown = Reflect.get(connection, 'applyJwtSessionContext');
  const asRequest: unknown = Reflect.get(connection, 'applyRpcRequestGucs');
  if (typeof asCaller !== 'function' || typeof asRequest !== 'function') throw unlike('tells Postgres of its requests');
  Reflect.set(connection, 'applyJwtSessionContext', async (transaction: unknown, ...rest: unknown[]) => {
    await Reflect.apply(asCaller, connection, [transaction, ...rest]);
    const request = askingRequest();
    if (request) await Reflect.apply(asRequest, connection, [transaction, request]);
  });
}

const found = z.looseObject({ tables: z.array(z.unknown()) });

/**
 * Lets a database that cannot be read be an error. lite takes it for an empty one, and would answer 404 to whatever is asked until it
 * looks again: a client would take that for a refusal.
 */
export function noticeAbsence(connection: object): void {
  const introspect: unknown = Reflect.get(connection, 'introspect');
  if (typeof introspect !== 'function') throw unlike('looks what there is');
  Reflect.set(connection, 'introspect', async (...rest: unknown[]) => {
    const answer: unknown = await Reflect.apply(introspect, connection, rest);
    const parsed = found.safeParse(answer);
    if (parsed.success && parsed.data.tables.length > 0) return answer;
    throw Object.assign(new Error('The database cannot be read'), { code: 'DATABASE_AWAY' });
  });
}
