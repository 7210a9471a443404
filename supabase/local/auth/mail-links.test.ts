import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allowedRedirect, withContext } from './mail-links.ts';

const origin = 'http://127.0.0.1:9000';

/** HMAC-SHA256 of 'link abc' under 'a secret'. */
const signature = '5d9c0c89e21e547efc8bdcf0b5c60e553f3fcdf78e269e5a84aa6dc05ccb02ff';

it("replaces the links of a mail with links to the page's callback on the public origin", () => {
  const text =
    'Code 123456\nOr follow: http://localhost:8080/auth/v1/verify?token=abc&type=signup&redirect_to=http%3A%2F%2Flocalhost%3A8080';
  expect(
    withContext(text, 'a+b@example.com', { origin, redirectTo: `${origin}/auth/callback`, secret: 'a secret' }),
  ).toBe(
    `Code 123456\nOr follow: ${origin}/auth/callback#token_hash=abc.${signature}&type=signup&email=a%2Bb%40example.com`,
  );
});

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

it.each([
  ['confirmation', 'signup'],
  ['magic_link', 'magiclink'],
  ['recovery', 'recovery'],
  ['email_change', 'email_change'],
])(
  '[S-50] the template %s of a hosted project links to the page that redeems the token, and shows the code',
  (name, type) => {
    const template = readFileSync(new URL(`../../templates/${name}.html`, import.meta.url), 'utf8');
    const link = `{{ .SiteURL }}/auth/callback#token_hash={{ .TokenHash }}&amp;type=${type}&amp;email={{ .Email }}`;
    expect(template).toContain(`href="${link}"`);
    expect(template).toContain('<strong>{{ .Token }}</strong>');
    expect(readFileSync(new URL('../../config.toml', import.meta.url), 'utf8')).toContain(
      `[auth.email.template.${name}]`,
    );
  },
);
