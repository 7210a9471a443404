import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { MailQueue, retryWaits } from './mail-queue.ts';
import type { MailOutcome } from './mail.ts';
import { openSmtpServer } from './smtp-server.ts';
import { readSmtpSettings } from './smtp-settings.ts';
import { startTestSmtp, type TestSmtp } from './test-smtp.ts';
import type { WaitingMail } from './waiting-mails.ts';

let smtp: TestSmtp;
afterEach(() => smtp.close());

const mailTo = (to: string): WaitingMail => ({
  id: randomUUID(),
  kind: 'confirmation',
  to,
  subject: 'Subject',
  text: 'Text',
  html: '<p>Text</p>',
  queuedAt: Date.now(),
});

it('sends a thousand mails, each once, through a few connections', async () => {
  smtp = await startTestSmtp();
  const settings = readSmtpSettings(`smtp://127.0.0.1:${smtp.port}`, 'hello@music.example.com');
  if (!settings) throw new Error('No settings');
  const server = openSmtpServer(settings, 'music.example.com');
  const removed = new Set<string>();
  const outcomes: MailOutcome[] = [];
  const queue = new MailQueue({
    server,
    store: { found: [], add: async () => undefined, remove: async (id) => void removed.add(id) },
    waits: retryWaits,
    log: () => undefined,
    explain: String,
    onMail: (outcome) => outcomes.push(outcome),
    onRefused: async () => undefined,
  });
  const addresses = Array.from({ length: 1_000 }, (_, index) => `person${index}@example.com`);
  await Promise.all(addresses.map((address) => queue.add(mailTo(address))));
  await expect.poll(() => removed.size, { timeout: 20_000 }).toBe(1_000);
  expect(outcomes).toEqual(addresses.map(() => 'delivered'));
  expect(smtp.mails.flatMap(({ recipients }) => recipients).toSorted()).toEqual(addresses.toSorted());
  expect(smtp.mostConnections).toBeLessThanOrEqual(3);
  expect([queue.size, queue.hasRoom, queue.isDelayed]).toEqual([0, true, false]);
  await queue.stop(0);
  server.close();
});

it('waits longer after each failure, up to a limit', () => {
  const after = [1, 2, 3, 6, 20];
  expect(after.map(retryWaits.afterMailFailed)).toEqual([15_000, 30_000, 60_000, 300_000, 300_000]);
  expect(after.map(retryWaits.afterServerFailed)).toEqual([1_000, 2_000, 4_000, 32_000, 60_000]);
});
