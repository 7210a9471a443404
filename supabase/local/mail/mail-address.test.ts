import { expect, it } from 'vitest';
import { maskAddresses } from './mail-address.ts';

it('masks the addresses in a reply of a mail server, and puts the reply on one line', () => {
  expect(maskAddresses('550-5.1.1 <mara@example.com>: User unknown\r\n550 see mara@example.com')).toBe(
    '550-5.1.1 <m…@example.com>: User unknown 550 see m…@example.com',
  );
});
