import { describe, expect, it } from 'vitest';
import { linkParts } from './link-parts.ts';

const links = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

describe('addresses in a message', () => {
  it('can be followed, without what ends the sentence', () => {
    expect(linkParts('Hear https://dub.example/a?b=1#c, and (http://two.example/x).')).toEqual([
      { text: 'Hear ', href: null },
      { text: 'https://dub.example/a?b=1#c', href: 'https://dub.example/a?b=1#c' },
      { text: ', and (', href: null },
      { text: 'http://two.example/x', href: 'http://two.example/x' },
      { text: ').', href: null },
    ]);
  });

  it('are those of the web alone, and none that hides its host', () => {
    expect(
      links('javascript:alert(1) data:text/html,x file:///etc ftp://a.example https://localhost https:// a.example'),
    ).toEqual([]);
    expect(links('https://bank.example@evil.example/')).toEqual([]);
    expect(links('https://a.example/<script>')).toEqual(['https://a.example/']);
  });

  it('end before what turns the writing around', () => {
    expect(linkParts('https://a.example/\u202egro.knab//:sptth')).toEqual([
      { text: 'https://a.example/', href: 'https://a.example/' },
      { text: '\u202egro.knab//:sptth', href: null },
    ]);
  });

  it('leave a message without any as it is', () => {
    expect(linkParts('no <b>links</b>\nhere')).toEqual([{ text: 'no <b>links</b>\nhere', href: null }]);
    expect(linkParts('')).toEqual([]);
  });
});
