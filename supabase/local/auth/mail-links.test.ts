import { expect, it } from 'vitest';
import { allowedRedirect } from './mail-links.ts';

const origin = 'http://127.0.0.1:9000';

it.each([
  [`${origin}/auth/callback`, `${origin}/auth/callback`],
  [`${origin}/auth/callback?x=1#token`, `${origin}/auth/callback?x=1`],
  ['/auth/callback', `${origin}/auth/callback`],
  // The same machine under another of its names, e.g. through a forwarded port.
  ['http://localhost:9001/auth/callback', 'http://localhost:9001/auth/callback'],
  ['http://[::1]:9001/', 'http://[::1]:9001/'],
  ['https://127.0.0.1:9000/', null],
  ['http://127.0.0.1.evil.example/', null],
  ['http://localhost.evil.example/', null],
  ['http://127.0.0.1:9000@evil.example/', null],
  ['//evil.example/x', null],
  ['\\\\evil.example', null],
  ['javascript:alert(1)', null],
  ['http://[', null],
  [null, null],
])('maps the redirect %s to %s', (requested, expected) => {
  expect(allowedRedirect(requested, origin)).toBe(expected);
});

it.each([
  ['https://music.example/auth/callback', 'https://music.example/auth/callback'],
  ['http://music.example/auth/callback', null],
  ['https://music.example:444/', null],
  ['https://sub.music.example/', null],
  ['http://localhost:9000/', null],
])('maps %s to %s for a server with a public address', (requested, expected) => {
  expect(allowedRedirect(requested, 'https://music.example')).toBe(expected);
});
