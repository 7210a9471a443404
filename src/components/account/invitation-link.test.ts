import { expect, it } from 'vitest';
import { codeOfFragment, invitationPath } from './invitation-link.ts';

it('finds the code in a link, and ignores text appended to the link', () => {
  const link = new URL(invitationPath('K7QM-2X90-4TR1'), 'https://music.example.com');
  expect(link.href).toBe('https://music.example.com/beta-access#invite=K7QM-2X90-4TR1');
  for (const tail of ['', '.', ')', '&utm_source=mail', '%20', '\u201d', '-', '/'])
    expect(codeOfFragment(`${link.hash}${tail}`), tail).toBe('K7QM-2X90-4TR1');
  for (const other of ['', '#signup', '#invite=', '#access_token=x&invite=K7QM'])
    expect(codeOfFragment(other), other).toBe('');
});
