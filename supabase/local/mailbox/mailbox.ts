import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const mailSchema = z.object({
  id: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  link: z.nullable(z.string()),
  code: z.nullable(z.string()),
  /** ISO 8601, UTC. */
  receivedAt: z.string(),
});
export type Mail = z.infer<typeof mailSchema>;

const MAX_MAILS = 200;

export interface Mailbox {
  messages(): readonly Mail[];
  latestTo(address: string): Mail | null;
  deliver(mail: { to: string; subject: string; text: string }): Promise<void>;
}

export function openMailbox(dataDir: string): Mailbox {
  const file = join(dataDir, 'mailbox.json');
  let mails = read(file);
  let writing = Promise.resolve();
  return {
    messages: () => mails,
    latestTo: (address) => mails.find((mail) => mail.to.toLowerCase() === address.toLowerCase()) ?? null,
    async deliver({ to, subject, text }) {
      const link = /https?:\/\/\S+/.exec(text)?.[0] ?? null;
      const code = /\b\d{6,8}\b/.exec(text.replace(/https?:\/\/\S+/g, ''))?.[0] ?? null;
      mails = [
        { id: randomUUID(), to, subject, text, link, code, receivedAt: new Date().toISOString() },
        ...mails,
      ].slice(0, MAX_MAILS);
      const content = JSON.stringify(mails);
      writing = writing.then(() => save(file, content));
      await writing;
    },
  };
}

async function save(file: string, content: string): Promise<void> {
  await writeFile(`${file}.new`, content, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

function read(file: string): Mail[] {
  if (!existsSync(file)) return [];
  try {
    return z.array(mailSchema).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return [];
  }
}
