import { expect, it } from 'vitest';
import { allowedRedirect, withContext } from './mail-links.ts';

const origin = 'http://127.0.0.1:9000';

it('points the links of a mail at the asking browser and its callback', () => {
  const text =
    'Code 123456\nOr follow: http://localhost:8080/auth/v1/verify?token=abc&type=signup&redirect_to=http%3A%2F%2Flocalhost%3A8080';
  expect(withContext(text, { origin, redirectTo: `${origin}/auth/callback` })).toBe(
    `Code 123456\nOr follow: ${origin}/auth/v1/verify?token=abc&type=signup&redirect_to=http%3A%2F%2F127.0.0.1%3A9000%2Fauth%2Fcallback`,
  );
});

it.each([
  [`${origin}/auth/callback`, `${origin}/auth/callback`],
  [`${origin}/auth/callback?x=1#token`, `${origin}/auth/callback?x=1`],
  ['/auth/callback', `${origin}/auth/callback`],
  ['http://localhost:9000/auth/callback', null],
  ['https://127.0.0.1:9000/', null],
  ['http://127.0.0.1:9000@evil.example/', null],
  ['//evil.example/x', null],
  ['javascript:alert(1)', null],
  ['http://[', null],
  [null, null],
])('judges the redirect %s as %s', (asked, expected) => {
  expect(allowedRedirect(asked, origin)).toBe(expected);
});
