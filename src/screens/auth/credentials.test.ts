import { describe, expect, it } from 'vitest';
import { checkCredentials } from './credentials.ts';

const valueOrMessage = (email: string, password: string) => {
  const checked = checkCredentials({ email, password });
  return checked.ok ? checked.value : checked.message;
};

describe('credentials', () => {
  it('trim the e-mail and keep the password as it is', () => {
    expect(valueOrMessage('  a@b.co ', ' secret ')).toEqual({ email: 'a@b.co', password: ' secret ' });
  });

  it('report only their first issue', () => {
    expect(valueOrMessage('  ', 'x')).toBe('Email is required');
    expect(valueOrMessage('nobody', 'secret')).toBe('Invalid email address');
    expect(valueOrMessage(`${'a'.repeat(250)}@b.co.uk`, 'secret')).toBe('Email must be less than 255 characters');
    expect(valueOrMessage('a@b.co', '12345')).toBe('Password must be at least 6 characters');
    expect(valueOrMessage('a@b.co', 'x'.repeat(129))).toBe('Password must be less than 128 characters');
  });

  it('accept addresses in any script, and normalize them', () => {
    for (const email of [
      'josé@example.com',
      'a@münchen.de',
      'имя@пример.рф',
      '用户@例子.公司',
      "o'neil+tag@b.co",
      'a@xn--mnchen-3ya.de',
      'a.b@sub.example.co.uk',
    ])
      expect(valueOrMessage(email, 'secret')).toEqual({ email, password: 'secret' });
    expect(valueOrMessage('jose\u0301@example.com', 'secret')).toEqual({
      email: 'josé@example.com',
      password: 'secret',
    });
  });

  it('reject invalid addresses', () => {
    for (const email of [
      'a@b',
      'a b@c.de',
      '@c.de',
      'a@',
      'a@@b.co',
      'a@b..co',
      'a@.co',
      'a@b.co.',
      '.a@b.co',
      'a..b@b.co',
      'a.@b.co',
      'a@-b.co',
      '<a@b.co>',
      'a,b@c.de',
      'a\u0000@b.co',
      'a@b.c o',
    ])
      expect([email, valueOrMessage(email, 'secret')]).toEqual([email, 'Invalid email address']);
  });

  it('accept passwords of 6 to 128 characters', () => {
    expect(checkCredentials({ email: 'a@b.co', password: '123456' }).ok).toBe(true);
    expect(checkCredentials({ email: 'a@b.co', password: 'x'.repeat(128) }).ok).toBe(true);
  });
});
