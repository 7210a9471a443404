import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { composeMail } from '../mail/compose-mail.ts';
import type { Mailer, OnMail } from '../mail/mail.ts';
import { replaceFile } from '../replace-file.ts';

const storedMail = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  link: z.nullable(z.string()),
  code: z.nullable(z.string()),
  /** ISO 8601, UTC. */
  receivedAt: z.string(),
});
export type StoredMail = z.infer<typeof storedMail>;

/** Maximum number of stored mails. Beyond it, a new mail replaces the oldest. */
const MAX_MAILS = 200;

/** Stores all mails of this machine if no mail server is set. */
export interface Mailbox extends Mailer {
  messages(): readonly StoredMail[];
  latestTo(address: string): StoredMail | null;
}

export function openMailbox(dataDir: string, onMail: OnMail): Mailbox {
  const file = join(dataDir, 'mailbox.json');
  let mails = read(file);
  let writing = Promise.resolve();
  return {
    messages: () => mails,
    latestTo: (address) => mails.find((mail) => mail.to.toLowerCase() === address.toLowerCase()) ?? null,
    mayMailUnrequested: async () => true,
    hasRoom: () => true,
    isDelayed: () => false,
    async send(mail) {
      const { subject, text } = composeMail(mail);
      const link = 'link' in mail ? mail.link : null;
      const stored = { id: randomUUID(), to: mail.to, subject, text, link, code: mail.code };
      mails = [{ ...stored, receivedAt: new Date().toISOString() }, ...mails].slice(0, MAX_MAILS);
      const content = JSON.stringify(mails);
      const saving = writing.then(() => replaceFile(file, content));
      // A failure, for example of a full disk, must not fail the next mails.
      writing = saving.catch(() => undefined);
      try {
        await saving;
      } catch (error) {
        onMail('failed');
        throw error;
      }
      onMail('delivered');
    },
  };
}

function read(file: string): StoredMail[] {
  if (!existsSync(file)) return [];
  try {
    return z.array(storedMail).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}
