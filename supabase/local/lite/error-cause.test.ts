import { beforeAll, expect, it, vi } from 'vitest';
import { withCause } from './error-cause.ts';

const away = { kind: 'trouble', isAway: true, message: 'said' };

// withCause() wraps the console that it finds and keeps the wrapper, so this mock stays for the whole file.
beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

it.each([
  ['PostgreSQL while it starts or stops', { code: '57P03' }, away],
  ['a connection that PostgreSQL calls lost', { code: '08006' }, away],
  ['a connection that the driver lost', { code: 'CONNECTION_CLOSED', errno: 'CONNECTION_CLOSED' }, away],
  ['a pipe that broke, whose name is as long as an SQLSTATE', { code: 'EPIPE', errno: -32 }, away],
  ['a statement that took too long', { code: '57014' }, { kind: 'trouble', isAway: false, message: 'said' }],
  ['a request with a zero byte in a name', { code: '08P01' }, { kind: 'unreadable', message: 'said' }],
  ['a refusal', { code: '42501' }, { kind: 'refused', code: '42501', message: 'said' }],
])('classifies the error that lite prints for %s', async (_, facts, cause) => {
  expect((await withCause(async () => console.error(Object.assign(new Error('said'), facts)))).cause).toEqual(cause);
});
