import { describe, expect, it } from 'vitest';
import { checkCredentials } from './credentials.ts';

const message = (email: string, password: string) => {
  const checked = checkCredentials({ email, password });
  return checked.ok ? checked.value : checked.message;
};

describe('credentials', () => {
  it('trims the e-mail and keeps the password as it is', () => {
    expect(message('  a@b.co ', ' secret ')).toEqual({ email: 'a@b.co', password: ' secret ' });
  });
  it('says the first issue alone', () => {
    expect(message('  ', 'x')).toBe('Email is required');
    expect(message('nobody', 'secret')).toBe('Invalid email address');
    expect(message(`${'a'.repeat(250)}@b.co.uk`, 'secret')).toBe('Email must be less than 255 characters');
    expect(message('a@b.co', '12345')).toBe('Password must be at least 6 characters');
    expect(message('a@b.co', 'x'.repeat(129))).toBe('Password must be less than 128 characters');
  });
  it('takes passwords of 6 and of 128 characters', () => {
    expect(checkCredentials({ email: 'a@b.co', password: '123456' }).ok).toBe(true);
    expect(checkCredentials({ email: 'a@b.co', password: 'x'.repeat(128) }).ok).toBe(true);
  });
});
