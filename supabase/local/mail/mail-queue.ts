import { OTP_EXPIRY_S } from '../auth/mail-links.ts';
import { maskAddress } from './mail-address.ts';
import { type OnMail, tokenOf } from './mail.ts';
import { MAX_CONNECTIONS, type SmtpServer } from './smtp-server.ts';
import type { Outcome } from './smtp-errors.ts';
import { reasonOf } from '../start-error.ts';
import type { WaitingMail, WaitingMails } from './waiting-mails.ts';

/** Mails in a full queue. */
export const MAX_WAITING = 2_000;

/** Waits in ms before the next attempt, by the number of failed attempts. */
export interface RetryWaits {
  readonly afterMailFailed: (failures: number) => number;
  readonly afterServerFailed: (failures: number) => number;
}

const doubling = (firstMs: number, mostMs: number) => (failures: number) =>
  Math.min(mostMs, firstMs * 2 ** (failures - 1));

/** Each wait doubles the one before, up to a limit. A mail server with greylisting accepts a mail after one to five minutes. */
export const retryWaits: RetryWaits = {
  afterMailFailed: doubling(15_000, 5 * 60_000),
  afterServerFailed: doubling(1_000, 60_000),
};

export interface MailQueueOptions {
  readonly store: WaitingMails;
  readonly server: Pick<SmtpServer, 'deliver'>;
  readonly waits: RetryWaits;
  readonly log: (line: string) => void;
  readonly explain: (error: unknown) => string;
  readonly onMail: OnMail;
  readonly onRefused: (mail: WaitingMail, reply: string) => Promise<void>;
}

interface Entry {
  readonly mail: WaitingMail;
  attempts: number;
  /** Attempts that failed because of this mail. */
  failures: number;
  dueAt: number;
  isUnderWay: boolean;
}

/** Delivers waiting mails, a few at a time. A mail that could not be delivered is retried until its link expires; a refused one is not. */
export class MailQueue {
  readonly #options: MailQueueOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #underWay = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  /** Failures of the server in a row. Deliveries that fail together count once. */
  #serverFailures = 0;
  #serverDueAt = 0;

  constructor(options: MailQueueOptions) {
    this.#options = options;
    for (const mail of options.store.found) this.#entries.set(mail.id, newEntry(mail));
    this.#pump();
  }

  /** A full queue still has room for a mail if it can drop one that the mail server has refused for the time being. */
  get hasRoom(): boolean {
    return this.#entries.size < MAX_WAITING || this.#mostFailed() !== undefined;
  }

  get isDelayed(): boolean {
    return this.#serverFailures > 0;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** @throws Error when the mail could not be stored */
  async add(mail: WaitingMail): Promise<void> {
    await this.#options.store.add(mail);
    // The new code invalidates the codes of earlier mails, so drop those. Keep mails about a change of address: they may belong to several
    // accounts that request the same address.
    if (mail.kind !== 'email_change')
      await this.#drop(({ mail: other }) => other.to === mail.to && tokenOf[other.kind] === tokenOf[mail.kind]);
    const surplus = this.#entries.size >= MAX_WAITING ? this.#mostFailed() : undefined;
    if (surplus) {
      this.#options.onMail('expired');
      this.#options.log(`A mail to ${maskAddress(surplus.mail.to)} was dropped, because too many mails wait.`);
      await this.#drop((other) => other === surplus);
    }
    this.#entries.set(mail.id, newEntry(mail));
    this.#pump();
  }

  /** Lets deliveries in progress end, for at most `graceMs`. Mails that are not delivered stay on disk. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    const timer = new Promise((done) => setTimeout(done, graceMs).unref());
    await Promise.race([Promise.all(this.#underWay), timer]);
  }

  #pump(): void {
    clearTimeout(this.#timer);
    if (this.#isStopped) return;
    const now = Date.now();
    const waiting = [...this.#entries.values()].filter(({ isUnderWay }) => !isUnderWay);
    const expired = waiting.filter(({ mail }) => hasExpired(mail, now));
    if (expired.length > 0) this.#expire(expired);
    // While the mail server fails, attempt one delivery at a time.
    const free = (this.isDelayed ? 1 : MAX_CONNECTIONS) - this.#underWay.size;
    const isDue = ({ dueAt }: Entry) => Math.max(dueAt, this.#serverDueAt) <= now;
    const live = waiting.filter((entry) => !expired.includes(entry));
    // The least tried first, so that a mail that keeps failing does not block the others.
    const due = live.filter(isDue).sort((one, other) => one.attempts - other.attempts);
    for (const entry of due.slice(0, Math.max(0, free))) this.#start(entry);
    const nextAt = Math.min(
      ...live
        .filter((entry) => !entry.isUnderWay && !isDue(entry))
        .map(({ dueAt }) => Math.max(dueAt, this.#serverDueAt)),
    );
    if (nextAt !== Infinity) this.#timer = setTimeout(() => this.#pump(), Math.max(0, nextAt - now)).unref();
  }

  #start(entry: Entry): void {
    entry.isUnderWay = true;
    entry.attempts += 1;
    const delivery = this.#deliver(entry)
      .catch((error: unknown) =>
        this.#options.log(
          `The file of a mail could not be deleted, so the mail is sent again after a restart: ${reasonOf(error)}`,
        ),
      )
      .finally(() => {
        this.#underWay.delete(delivery);
        entry.isUnderWay = false;
        this.#pump();
      });
    this.#underWay.add(delivery);
  }

  async #deliver(entry: Entry): Promise<void> {
    const outcome = await this.#options.server.deliver(entry.mail);
    if (this.#isStopped && outcome.kind === 'later') return;
    if (outcome.kind !== 'later' || outcome.scope === 'mail') this.#endDelay();
    if (outcome.kind === 'later') return this.#postpone(entry, outcome);
    await this.#drop((other) => other === entry);
    this.#options.onMail(outcome.kind === 'sent' ? 'delivered' : 'refused');
    if (outcome.kind === 'sent') return;
    const others = await this.#drop(({ mail, isUnderWay }) => mail.to === entry.mail.to && !isUnderWay);
    for (let count = 0; count < others; count += 1) this.#options.onMail('refused');
    await this.#options.onRefused(entry.mail, outcome.reply);
  }

  #mostFailed(): Entry | undefined {
    const failed = [...this.#entries.values()].filter(({ failures, isUnderWay }) => failures > 0 && !isUnderWay);
    return failed.sort((one, other) => other.failures - one.failures)[0];
  }

  #endDelay(): void {
    if (this.isDelayed) this.#options.log('The mail server accepts mails again.');
    this.#serverFailures = 0;
    this.#serverDueAt = 0;
  }

  #postpone(entry: Entry, { scope, error }: Outcome & { kind: 'later' }): void {
    const { waits, log, explain } = this.#options;
    if (scope === 'mail') {
      entry.failures += 1;
      entry.dueAt = Date.now() + waits.afterMailFailed(entry.failures);
      return;
    }
    if (!this.isDelayed)
      log(`${explain(error)} Waiting mails: ${this.size}. They are sent once the mail server accepts them.`);
    if (Date.now() >= this.#serverDueAt) {
      this.#serverFailures += 1;
      this.#serverDueAt = Date.now() + waits.afterServerFailed(this.#serverFailures);
    }
    entry.dueAt = this.#serverDueAt;
  }

  #expire(expired: readonly Entry[]): void {
    for (const { mail } of expired) {
      this.#options.onMail('expired');
      this.#options.log(
        `A mail to ${maskAddress(mail.to)} was dropped, because its link expired before it could be sent. The person can request another.`,
      );
    }
    void this.#drop((entry) => expired.includes(entry)).catch((error: unknown) =>
      this.#options.log(`The file of an expired mail could not be deleted: ${reasonOf(error)}`),
    );
  }

  /** @returns the number of dropped mails */
  async #drop(isDropped: (entry: Entry) => boolean): Promise<number> {
    const dropped = [...this.#entries.values()].filter(isDropped);
    for (const { mail } of dropped) this.#entries.delete(mail.id);
    await Promise.all(dropped.map(({ mail }) => this.#options.store.remove(mail.id)));
    return dropped.length;
  }
}

const newEntry = (mail: WaitingMail): Entry => ({ mail, attempts: 0, failures: 0, dueAt: 0, isUnderWay: false });

const hasExpired = ({ queuedAt }: WaitingMail, now: number) => now - queuedAt > OTP_EXPIRY_S * 1000;
