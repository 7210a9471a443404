import { randomUUID } from 'node:crypto';
import { afterEach, expect, it } from 'vitest';
import { MailQueue, MAX_WAITING, retryWaits } from './mail-queue.ts';
import type { MailOutcome } from './mail.ts';
import type { Outcome } from './smtp-errors.ts';
import { openSmtpServer } from './smtp-server.ts';
import { readSmtpSettings } from './smtp-settings.ts';
import { startTestSmtp, type TestSmtp } from './test-smtp.ts';
import type { WaitingMail } from './waiting-mails.ts';

let smtp: TestSmtp | null = null;
afterEach(async () => {
  await smtp?.close();
  smtp = null;
});

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

/** A queue whose deliveries to addresses that begin with 'bad' end with `failure`. */
function queueWith(failure: Outcome, wait: number) {
  const outcomes: MailOutcome[] = [];
  const sent: string[] = [];
  const attempts: string[] = [];
  const queue = new MailQueue({
    server: {
      async deliver({ to }) {
        attempts.push(to);
        if (to.startsWith('bad')) return failure;
        sent.push(to);
        return { kind: 'sent' };
      },
    },
    store: { found: [], add: async () => undefined, remove: async () => undefined },
    waits: { afterMailFailed: () => wait, afterServerFailed: () => wait },
    log: () => undefined,
    explain: String,
    onMail: (outcome) => outcomes.push(outcome),
    onRefused: async () => undefined,
  });
  return { queue, outcomes, sent, attempts };
}

it('sends the other mails although one keeps failing as if the server were down', async () => {
  const { queue, sent, attempts } = queueWith({ kind: 'later', scope: 'server', error: new Error('554 5.7.1') }, 1);
  await queue.add(mailTo('bad@example.com'));
  await expect.poll(() => attempts.length).toBeGreaterThan(2);
  for (const to of ['ann@example.com', 'ben@example.com']) await queue.add(mailTo(to));
  await expect.poll(() => sent).toEqual(['ann@example.com', 'ben@example.com']);
  await queue.stop(0);
});

it('drops a temporarily refused mail if the queue is full when a new mail arrives', async () => {
  const { queue, outcomes, sent } = queueWith({ kind: 'later', scope: 'mail', error: new Error('450') }, 3_600_000);
  for (let index = 0; index < MAX_WAITING; index += 1) await queue.add(mailTo(`bad${index}@example.com`));
  expect([queue.size, queue.hasRoom]).toEqual([MAX_WAITING, true]);
  await queue.add(mailTo('ann@example.com'));
  await expect.poll(() => sent).toEqual(['ann@example.com']);
  expect([outcomes, queue.size]).toEqual([['expired', 'delivered'], MAX_WAITING - 1]);
  await queue.stop(0);
});

it('drops the other mails to an address if the server refuses one of them, and counts each as refused', async () => {
  const { queue, outcomes, attempts } = queueWith({ kind: 'refused', reply: '550 5.1.1' }, 1);
  const mails = Array.from({ length: 5 }, () => ({ ...mailTo('bad@example.com'), kind: 'email_change' as const }));
  await Promise.all(mails.map((mail) => queue.add(mail)));
  await expect.poll(() => queue.size).toBe(0);
  expect(outcomes).toEqual(mails.map(() => 'refused'));
  expect(attempts.length).toBeLessThan(mails.length);
  await queue.stop(0);
});

it('waits longer after each failure, up to a limit', () => {
  const after = [1, 2, 3, 6, 20];
  expect(after.map(retryWaits.afterMailFailed)).toEqual([15_000, 30_000, 60_000, 300_000, 300_000]);
  expect(after.map(retryWaits.afterServerFailed)).toEqual([1_000, 2_000, 4_000, 32_000, 60_000]);
});
