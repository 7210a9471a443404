import { mkdir, mkdtemp, readFile, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openMailbox } from './mailbox.ts';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(join(tmpdir(), 'undercurrent mailbox '))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const mailTo = (to: string) => ({ kind: 'recovery', to, link: `http://localhost/${to}`, code: '123456' }) as const;
const addresses = (mails: readonly { to: string }[]) => mails.map(({ to }) => to);

it('A mail that cannot be written fails; the next mail succeeds, and both are then in the mailbox', async () => {
  const outcomes: string[] = [];
  const mailbox = openMailbox(folder, (outcome) => outcomes.push(outcome));
  await mailbox.send(mailTo('before@example.com'));
  // The mailbox writes this file first. A folder of the same name makes the write fail.
  const inTheWay = join(folder, 'mailbox.json.new');
  await mkdir(inTheWay);
  await expect(mailbox.send(mailTo('meanwhile@example.com'))).rejects.toThrow('EISDIR');
  expect(addresses(JSON.parse(await readFile(join(folder, 'mailbox.json'), 'utf8')))).toEqual(['before@example.com']);
  await rmdir(inTheWay);
  await mailbox.send(mailTo('after@example.com'));
  expect(outcomes).toEqual(['delivered', 'failed', 'delivered']);
  const reopened = openMailbox(folder, () => undefined);
  expect(addresses(reopened.messages())).toEqual(['after@example.com', 'meanwhile@example.com', 'before@example.com']);
});
