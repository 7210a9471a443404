import * as z from 'zod/mini';
import { currentRequest } from './request-headers.ts';

/** This file changes internals of this version. Review a new version before naming it here. */
export const LITE_VERSION = '0.10.0';

const mismatch = (what: string) =>
  new Error(`@supabase/lite is not what it was in ${LITE_VERSION}: nothing there ${what}`);

/** @throws Error that names the missing part when another version is installed */
export function adaptLite(connection: object): void {
  keepPrivileges(connection);
  passValuesAsGiven(connection);
  passHeadersToPolicies(connection);
  throwWhenUnreadable(connection);
}

/**
 * lite replaces `process.emitWarning` when it loads. The replacement throws on a warning that is not a string, e.g.
 * when a socket has many listeners. Call once, after lite is loaded.
 */
export function keepWarnings(): void {
  const ofTexts = process.emitWarning;
  Reflect.set(process, 'emitWarning', (warning: unknown, ...rest: unknown[]) => {
    if (warning instanceof Error) process.nextTick(() => process.emit('warning', warning));
    else Reflect.apply(ofTexts, process, [warning, ...rest]);
  });
}

/** Stops lite from granting anon and authenticated all privileges on all tables with its first request. */
function keepPrivileges(connection: object): void {
  if (Reflect.get(connection, 'rlsState') !== 'unknown') throw mismatch('asks for row-level security');
  Reflect.set(connection, 'rlsState', 'active');
}

const JSON_TYPES = ['114', '3802'];

/**
 * Lets Postgres validate the values as the client wrote them. lite would serialize JSON arguments twice. Its driver
 * would drop the microseconds of a time, turn any text into the boolean false, and fail on a number in place of a date.
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
 * Lets policies read the request's headers: one identifies a guest's beta session (S-1). lite sets them for procedures
 * only.
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
 * Makes an introspection that finds no table throw. lite takes an unreadable database for an empty one, and would
 * answer 404.
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
