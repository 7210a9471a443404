import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { semanticColors } from '../../../src/design/tokens.ts';
import { composeMail, mailColors } from './compose-mail.ts';
import { hostedTemplates } from './hosted-templates.ts';
import { readLiteMail } from './read-lite-mail.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('writes the text with the link and the code, and the same words in HTML', () => {
  const link = 'https://music.example.com/auth/callback#token_hash=a.b&type=signup&email=a%2Bb%40example.com';
  const { subject, text, html } = composeMail({ kind: 'confirmation', to: 'a+b@example.com', code: '123456', link });
  expect(subject).toBe('Confirm Your Signup');
  expect(text).toBe(
    'Welcome to Undercurrent. Confirm your address to start listening and uploading.\n\n' +
      `Confirm my address:\n${link}\n\n` +
      'Or type this code in the app: 123456\n\n' +
      'Both work once, within an hour. If you did not ask for this mail, ignore it.\n',
  );
  expect(html).toContain(`<a href="${link.replaceAll('&', '&amp;')}" style="`);
  expect(html).toContain('<strong>123456</strong>');
  for (const words of ['Welcome to Undercurrent', 'Confirm my address', 'Or type this code', 'Both work once'])
    expect(html).toContain(words);
});

it('a mail to the new address of a change contains no text that the account chose, because its reader may be a stranger', () => {
  const change = {
    code: '123456',
    link: 'https://music.example.com/',
    from: 'win-at.evil.example/x@evil.example',
    newAddress: 'ann@example.com',
  };
  const { text, html } = composeMail({ kind: 'email_change', to: 'ann@example.com', ...change });
  expect(text).toContain(
    'Confirm this address as the new one of your Undercurrent account. Both addresses get a mail,',
  );
  expect(text + html).not.toContain('evil');
  const own = composeMail({ kind: 'email_change', to: change.from, ...change });
  expect(own.text).toContain(`from ${change.from} to ann@example.com.`);
});

it('escapes addresses, and loads nothing from elsewhere', () => {
  const { html } = composeMail({
    kind: 'email_change',
    to: '<script>alert(1)</script>@example.com',
    code: '123456',
    link: 'https://music.example.com/"><script>',
    from: '<script>alert(1)</script>@example.com',
    newAddress: '"><img/src=https://evil.example/x>@example.com',
  });
  expect(html.match(/<(script|img|link|style|iframe|svg)\b/gi)).toBeNull();
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;@example.com');
  expect(html).not.toMatch(/<[^>]*\s(src|background)=/);
  expect(html).not.toContain('url(');
});

it("has the colours of the product's dark style", () => {
  const { bg, fg, border, zap } = semanticColors;
  const darkOf = (pair: { value: { base: string } }) => pair.value.base;
  expect(mailColors).toEqual({
    page: darkOf(bg.DEFAULT),
    card: darkOf(bg.panel),
    border: darkOf(border.DEFAULT),
    text: darkOf(fg.DEFAULT),
    muted: darkOf(fg.muted),
    accent: darkOf(zap.solid),
    onAccent: darkOf(zap.contrast),
  });
});

it.each([
  ['confirmation', 'signup'],
  ['magic_link', 'magiclink'],
  ['recovery', 'recovery'],
  ['email_change', 'email_change'],
])(
  '[S-50] the template %s of a hosted project is the same mail, and its link leads to the page that redeems the token',
  (name, type) => {
    const mail = hostedTemplates().find((template) => template.name === name);
    expect(read(`templates/${name}.html`), 'npm run generate writes it').toBe(mail?.html);
    const link = `{{ .SiteURL }}/auth/callback#token_hash={{ .TokenHash }}&amp;type=${type}&amp;email={{ .Email }}`;
    expect(mail?.html).toContain(`href="${link}"`);
    expect(mail?.html).toContain('<strong>{{ .Token }}</strong>');
    expect(read('config.toml')).toContain(
      `[auth.email.template.${name}]\nsubject = "${mail?.subject}"\ncontent_path = "./supabase/templates/${name}.html"`,
    );
  },
);

const context = { origin: 'http://127.0.0.1:9000', redirectTo: null, secret: 'a secret' };

it("replaces the link of lite's mail with a signed link to the page's callback on the public origin", () => {
  const verify =
    'http://localhost:8080/auth/v1/verify?token=123456789abc&type=signup&redirect_to=http%3A%2F%2Flocalhost';
  // HMAC-SHA256 of 'link 123456789abc' under 'a secret'.
  const signature = 'cce49e74862667aa54f0b005b92749a4c7aa7223abc1295e7cf682483e9cf122';
  expect(readLiteMail(`Code: 654321\n\nOr follow this link: ${verify}`, 'a+b@example.com', context)).toEqual({
    kind: 'confirmation',
    to: 'a+b@example.com',
    code: '654321',
    link: `http://127.0.0.1:9000/auth/callback#token_hash=123456789abc.${signature}&type=signup&email=a%2Bb%40example.com`,
  });
});

it('refuses a mail of lite that has an unknown form', () => {
  const verify = 'http://localhost:8080/auth/v1/verify?token=abc&type=invite';
  expect(() => readLiteMail(`123456 ${verify}`, 'a@example.com', context)).toThrow('unknown link: invite');
  expect(() => readLiteMail('Hello', 'a@example.com', context)).toThrow('no code');
});
