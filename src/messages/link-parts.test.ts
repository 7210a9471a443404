import { describe, expect, it } from 'vitest';
import { linkParts } from './link-parts.ts';

const links = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

describe('addresses in a message', () => {
  it('become links, without the punctuation that ends the sentence', () => {
    expect(linkParts('Hear https://dub.example/a?b=1#c, and (http://two.example/x).')).toEqual([
      { text: 'Hear ', href: null },
      { text: 'https://dub.example/a?b=1#c', href: 'https://dub.example/a?b=1#c' },
      { text: ', and (', href: null },
      { text: 'http://two.example/x', href: 'http://two.example/x' },
      { text: ').', href: null },
    ]);
  });

  it('become links only if they are http(s) and do not hide their host', () => {
    expect(
      links('javascript:alert(1) data:text/html,x file:///etc ftp://a.example https://localhost https:// a.example'),
    ).toEqual([]);
    expect(links('https://bank.example@evil.example/')).toEqual([]);
    expect(links('https://a.example/<script>')).toEqual(['https://a.example/']);
  });

  it('end before characters that reverse the text direction', () => {
    expect(linkParts('https://a.example/\u202egro.knab//:sptth')).toEqual([
      { text: 'https://a.example/', href: 'https://a.example/' },
      { text: '\u202egro.knab//:sptth', href: null },
    ]);
  });

  it.each([
    ['https://en.wikipedia.org/wiki/Undercurrent_(album)', ['https://en.wikipedia.org/wiki/Undercurrent_(album)']],
    ['(see https://a.example/b_(c)).', ['https://a.example/b_(c)']],
    ['(https://a.example/b),(https://b.example/c)', ['https://a.example/b', 'https://b.example/c']],
    ['[x](https://a.example/c) **https://b.example**', ['https://a.example/c', 'https://b.example']],
    ['{https://a.example/{b}}', ['https://a.example/{b}']],
    ['https://a.example/b)。次', ['https://a.example/b']],
    ['見てhttps://a.example/bを見て', ['https://a.example/b']],
    ['https://a.exampleを見て', ['https://a.example']],
    ['https://a.example에서 들어', ['https://a.example']],
    ['https://a.example、次！', ['https://a.example']],
    ['《https://a.example/x》「https://b.example/y」', ['https://a.example/x', 'https://b.example/y']],
    [
      '“https://a.example/x” «https://b.example/y» ‘https://c.example/z’',
      ['https://a.example/x', 'https://b.example/y', 'https://c.example/z'],
    ],
    ['https://a.example/b… https://b.example...', ['https://a.example/b', 'https://b.example']],
    ['https://a.example/b\u200bc https://b.example/\u3164d', ['https://a.example/b', 'https://b.example/']],
    ['https://a.example/b،', ['https://a.example/b']],
    ['https://a.example/🎵', ['https://a.example/']],
    ['https://例え.jp/ https://пример.рф/путь', ['https://例え.jp/', 'https://пример.рф/путь']],
    [
      'https://a.example:8080/x?y=1&z=[1]#k https://b.example:',
      ['https://a.example:8080/x?y=1&z=[1]#k', 'https://b.example'],
    ],
    ['https://my_site.example/a-b_c~d/', ['https://my_site.example/a-b_c~d/']],
  ])('are found in %j', (text, expected) => {
    expect(links(text)).toEqual(expected);
    expect(
      linkParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });

  it.each([
    'https://good.example@evil.example',
    'https://good.example:443@evil.example/',
    'https://good.example%40evil.example/',
    'https://good.example\u2215login.evil.example',
  ])('are not linked if the host looks like a different host: %j', (text) => {
    expect(links(text)).toEqual([]);
  });

  it('show the real host if the typed one looks like another, or is a numeric address', () => {
    const shown = (text: string) => linkParts(text).map((part) => part.text);
    expect(shown('https://\u0430pple.com/x')).toEqual(['https://xn--pple-43d.com/x']);
    expect(shown('https://аррӏе.com')).toEqual(['https://xn--80ak6aa92e.com']);
    expect(shown('https://0x7f.1/')).toEqual(['https://127.0.0.1/']);
    expect(shown('https://münchen.de/ HTTPS://Example.COM/A')).toEqual([
      'https://münchen.de/',
      ' ',
      'HTTPS://Example.COM/A',
    ]);
  });

  it('are not found in other text, which stays unchanged', () => {
    expect(linkParts('no <b>links</b>\nhere')).toEqual([{ text: 'no <b>links</b>\nhere', href: null }]);
    expect(linkParts('')).toEqual([]);
  });
});
