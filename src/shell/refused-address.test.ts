import { describe, expect, it } from 'vitest';
import { isOwnPage } from './refused-address.ts';

describe('the address to return to', () => {
  it('may be any page of this app, with its search and hash', () => {
    expect(['/', '/device', '/explore?q=a%20b&genre=Dub#top', '/authors'].map(isOwnPage)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it('is never on another host or outside of the app', () => {
    const strange = [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'https://evil.example/',
      'javascript:1',
      '',
    ];
    expect(strange.filter(isOwnPage)).toEqual([]);
  });

  it('is never an entry page', () => {
    const waysIn = ['/beta-access', '/auth', '/auth#signup', '/auth/callback?code=1', '/beta-access/'];
    expect(waysIn.filter(isOwnPage)).toEqual([]);
  });
});
