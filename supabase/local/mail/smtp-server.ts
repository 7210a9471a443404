import { createTransport } from 'nodemailer';
import type { ComposedMail } from './compose-mail.ts';
import { outcomeOf, type Outcome } from './smtp-errors.ts';
import type { SmtpSettings } from './smtp-settings.ts';

/** Connections that send at the same time. Providers allow few per account. */
export const MAX_CONNECTIONS = 3;
const MAILS_PER_CONNECTION = 100;
/** ms for one whole delivery: a mail server that sends single bytes never triggers the silence timeouts. */
const DELIVER_WITHIN_MS = 60_000;

export interface StoredMail extends ComposedMail {
  readonly id: string;
  readonly to: string;
  /** ms since 1970. */
  readonly queuedAt: number;
}

export interface SmtpServer {
  /** Never throws. */
  deliver(mail: StoredMail): Promise<Outcome>;
  /** Connects and signs in. @throws the error of nodemailer */
  verify(): Promise<void>;
  /** Also ends deliveries in progress. */
  close(): void;
}

/**
 * Opens a pool of connections to the mail server, which connect when they are needed.
 *
 * @param publicHost names this server in EHLO and in Message-IDs
 * @param silenceMs silence after which a connection is given up
 */
export function openSmtpServer(settings: SmtpSettings, publicHost: string, silenceMs = 15_000): SmtpServer {
  const { host, port, isTls, login, from, isOnThisMachine } = settings;
  const transport = createTransport({
    pool: true,
    host,
    port,
    secure: isTls,
    requireTLS: !isTls && !isOnThisMachine,
    // The connection never leaves the machine, and local mail servers have self-signed certificates.
    tls: { rejectUnauthorized: !isOnThisMachine },
    ...(login ? { auth: { user: login.user, pass: login.password } } : {}),
    name: publicHost,
    maxConnections: MAX_CONNECTIONS,
    maxMessages: MAILS_PER_CONNECTION,
    // nodemailer repeats a delivery once if its connection closes. All further tries are the queue's.
    maxRequeues: 1,
    dnsTimeout: silenceMs,
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  // A connection that fails while idle emits an 'error' event, which would end the process if nothing handled it.
  transport.on('error', () => undefined);
  return {
    async deliver({ id, to, subject, text, html, queuedAt }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: to },
          envelope: { from: from.address, to },
          subject,
          text,
          html,
          // The same for each attempt, so that mail programs recognize a duplicate.
          messageId: `<${id}@${publicHost}>`,
          date: new Date(queuedAt),
          headers: { 'Auto-Submitted': 'auto-generated' },
          xMailer: false,
          signal: AbortSignal.timeout(DELIVER_WITHIN_MS),
        });
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
    async verify() {
      await transport.verify();
    },
    close: () => transport.close({ force: true }),
  };
}
