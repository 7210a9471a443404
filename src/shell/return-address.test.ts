import { describe, expect, it } from 'vitest';
import { isPageOfApp } from './return-address.ts';

describe('the address to return to', () => {
  it('may be any page of this app, with its search and hash', () => {
    expect(['/', '/device', '/explore?q=a%20b&genre=Dub#top', '/authors'].map(isPageOfApp)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });

  it('is never on another host or outside of the app', () => {
    const foreign = [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'https://evil.example/',
      'javascript:1',
      '',
    ];
    expect(foreign.filter(isPageOfApp)).toEqual([]);
  });

  it('is never an entry page', () => {
    const entryPages = ['/beta-access', '/auth', '/auth#signup', '/auth/callback?code=1', '/beta-access/'];
    expect(entryPages.filter(isPageOfApp)).toEqual([]);
  });
});
