import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type postgres from 'postgres';
import { reasonOf } from '../start-error.ts';
import { composeMail } from './compose-mail.ts';
import { isMailable, maskAddress, maskAddresses } from './mail-address.ts';
import type { Mailer, OnMail } from './mail.ts';
import { MailQueue, retryWaits, type RetryWaits } from './mail-queue.ts';
import { refusedRecently, rememberRefusal } from './mail-refusals.ts';
import { explainSmtpError } from './smtp-errors.ts';
import { openSmtpServer } from './smtp-server.ts';
import type { SmtpSettings } from './smtp-settings.ts';
import { openWaitingMails } from './waiting-mails.ts';

/** Folder of the queue in the data folder. */
export const WAITING_MAILS = 'waiting-mails';
/** ms that deliveries in progress get when the server stops. */
const STOP_WITHIN_MS = 2_000;

export interface MailOptions {
  readonly smtpUrl?: string;
  readonly from?: string;
  /** By default `retryWaits`. */
  readonly waits?: RetryWaits;
  /** ms of silence after which a connection to the mail server is given up. */
  readonly silenceMs?: number;
}

export interface SmtpMailerOptions extends Omit<MailOptions, 'smtpUrl' | 'from'> {
  readonly settings: SmtpSettings;
  readonly dataDir: string;
  readonly publicOrigin: string;
  readonly sql: postgres.Sql;
  readonly log: (line: string) => void;
  readonly onMail: OnMail;
}

export interface SmtpMailer extends Mailer {
  /** Number of mails that the mail server has not accepted yet. */
  countWaiting(): number;
  /** Mails that are not delivered stay on disk. */
  close(): Promise<void>;
}

/**
 * Sends mails by SMTP, through a queue on disk. A mail server that is down does not prevent the start.
 *
 * @throws StartError when the folder of the queue cannot be used
 */
export function openSmtpMailer(options: SmtpMailerOptions): SmtpMailer {
  const { settings, dataDir, sql, log, onMail, waits = retryWaits } = options;
  const store = openWaitingMails(join(dataDir, WAITING_MAILS), log);
  // Delete the mailbox of an earlier start: its links sign people in, and nobody reads it now that mails are sent by SMTP.
  rmSync(join(dataDir, 'mailbox.json'), { force: true });
  const server = openSmtpServer(settings, new URL(options.publicOrigin).hostname, options.silenceMs);
  const explain = (error: unknown) => explainSmtpError(error, settings);
  const queue = new MailQueue({
    store,
    server,
    waits,
    log,
    explain,
    onMail,
    async onRefused({ to }, reply) {
      log(`The mail server refused a mail to ${maskAddress(to)}: ${maskAddresses(reply)}`);
      await rememberRefusal(sql, to, reply).catch((error: unknown) =>
        log(`The refusal could not be stored in private.mail_refusals: ${reasonOf(error)}`),
      );
    },
  });
  let isClosed = false;
  void server.verify().catch((error: unknown) => {
    if (!isClosed) log(`${explain(error)} Mails wait until the mail server accepts them.`);
  });
  return {
    async send(mail) {
      if (!isMailable(mail.to)) throw new Error('A mail to this address could reach somebody else.');
      if (!queue.hasRoom) throw new Error('Too many mails wait.');
      try {
        await queue.add({ id: randomUUID(), kind: mail.kind, to: mail.to, queuedAt: Date.now(), ...composeMail(mail) });
      } catch (error) {
        onMail('failed');
        throw error;
      }
    },
    mayMailUnrequested: async (to) => !(await refusedRecently(sql, to)),
    hasRoom: () => queue.hasRoom,
    isDelayed: () => queue.isDelayed,
    countWaiting: () => queue.size,
    async close() {
      isClosed = true;
      await queue.stop(STOP_WITHIN_MS);
      server.close();
    },
  };
}
