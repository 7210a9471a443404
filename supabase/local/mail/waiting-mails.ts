import { chmodSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { replaceFile } from '../replace-file.ts';
import { StartError, reasonOf } from '../start-error.ts';
import { isMailKind, type MailKind } from './mail.ts';
import type { StoredMail } from './smtp-server.ts';

const waitingMail = z.object({
  id: z.uuid(),
  kind: z.custom<MailKind>(isMailKind),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  queuedAt: z.number(),
});

export interface WaitingMail extends StoredMail {
  readonly kind: MailKind;
}

/** Mails on disk, one file each, readable by this user only, because their links sign people in. */
export interface WaitingMails {
  /** The mails of earlier starts. */
  readonly found: readonly WaitingMail[];
  add(mail: WaitingMail): Promise<void>;
  remove(id: string): Promise<void>;
}

/** Opens the folder, reads its mails and deletes unreadable files. @throws StartError when the folder cannot be used */
export function openWaitingMails(dir: string, log: (line: string) => void): WaitingMails {
  const fileOf = (id: string) => join(dir, `${id}.json`);
  return {
    found: readFolder(dir, log),
    add: (mail) => replaceFile(fileOf(mail.id), JSON.stringify(mail)),
    remove: (id) => rm(fileOf(id), { force: true }),
  };
}

function readFolder(dir: string, log: (line: string) => void): WaitingMail[] {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    chmodSync(dir, 0o700);
    return readdirSync(dir).flatMap((name) => {
      const file = join(dir, name);
      const mail = name.endsWith('.json') ? readMail(file) : null;
      if (mail) return [mail];
      // A crash may have left the file half written.
      rmSync(file, { force: true, recursive: true });
      log(`A waiting mail could not be read and was deleted (${name}). Its recipient can request another.`);
      return [];
    });
  } catch (error) {
    throw new StartError(
      `The folder of waiting mails ${dir} cannot be used: ${reasonOf(error)}. Make room on its disk, or give it to this user.`,
    );
  }
}

function readMail(file: string): WaitingMail | null {
  try {
    return waitingMail.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
