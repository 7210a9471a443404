import { MAIL_HOLDS_S } from '../auth/mail-links.ts';
import { maskAddress } from './mail-address.ts';
import type { MailKind, OnMail } from './mail.ts';
import { MAX_CONNECTIONS, type SmtpServer } from './smtp-server.ts';
import type { Outcome } from './smtp-errors.ts';
import type { WaitingMail, WaitingMails } from './waiting-mails.ts';

export const MAX_WAITING = 2_000;

/** The token of an account that a mail contains. */
const tokenOf: Readonly<Record<MailKind, string>> = {
  confirmation: 'confirmation',
  magic_link: 'recovery',
  recovery: 'recovery',
  existing_account: 'recovery',
  email_change: 'email change',
  reauthentication: 'reauthentication',
};

/** ms until the next attempt, by the number of failed ones. */
export interface RetryWaits {
  readonly afterMailFailed: (failures: number) => number;
  readonly afterServerFailed: (failures: number) => number;
}

const doubling = (firstMs: number, mostMs: number) => (failures: number) =>
  Math.min(mostMs, firstMs * 2 ** (failures - 1));

/** Greylisting accepts a mail after one to five minutes. */
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
  failures: number;
  dueAt: number;
  isUnderWay: boolean;
}

/** Delivers waiting mails, a few at a time. A failed one is tried again until its link has expired. */
export class MailQueue {
  readonly #options: MailQueueOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #underWay = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;
  /** Deliveries in a row that failed because of the server. */
  #serverFailures = 0;
  #serverDueAt = 0;

  constructor(options: MailQueueOptions) {
    this.#options = options;
    for (const mail of options.store.found) this.#entries.set(mail.id, newEntry(mail));
    this.#pump();
  }

  get hasRoom(): boolean {
    return this.#entries.size < MAX_WAITING;
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
    // Its code makes those of earlier mails invalid. Changes of address are excepted: they belong to different accounts.
    if (mail.kind !== 'email_change')
      await this.#drop(({ mail: other }) => other.to === mail.to && tokenOf[other.kind] === tokenOf[mail.kind]);
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
    // While the server fails, one delivery at a time finds out whether it is back.
    const free = (this.isDelayed ? 1 : MAX_CONNECTIONS) - this.#underWay.size;
    const isDue = ({ dueAt }: Entry) => Math.max(dueAt, this.#serverDueAt) <= now;
    const live = waiting.filter((entry) => !expired.includes(entry));
    for (const entry of live.filter(isDue).slice(0, Math.max(0, free))) this.#start(entry);
    const nextAt = Math.min(
      ...live
        .filter((entry) => !entry.isUnderWay && !isDue(entry))
        .map(({ dueAt }) => Math.max(dueAt, this.#serverDueAt)),
    );
    if (nextAt !== Infinity) this.#timer = setTimeout(() => this.#pump(), Math.max(0, nextAt - now)).unref();
  }

  #start(entry: Entry): void {
    entry.isUnderWay = true;
    const delivery = this.#deliver(entry)
      .catch((error: unknown) => this.#options.log(`A mail is sent again: ${String(error)}`))
      .finally(() => {
        this.#underWay.delete(delivery);
        entry.isUnderWay = false;
        this.#pump();
      });
    this.#underWay.add(delivery);
  }

  async #deliver(entry: Entry): Promise<void> {
    // Set before the attempt: an error of the disk must not repeat it at once.
    entry.dueAt = Date.now() + this.#options.waits.afterMailFailed(1);
    const outcome = await this.#options.server.deliver(entry.mail);
    if (this.#isStopped && outcome.kind === 'later') return;
    if (outcome.kind !== 'later' || outcome.scope === 'mail') this.#endDelay();
    if (outcome.kind === 'later') return this.#postpone(entry, outcome);
    await this.#drop((other) => other === entry);
    this.#options.onMail(outcome.kind === 'sent' ? 'delivered' : 'refused');
    if (outcome.kind === 'sent') return;
    await this.#drop(({ mail, isUnderWay }) => mail.to === entry.mail.to && !isUnderWay);
    await this.#options.onRefused(entry.mail, outcome.reply);
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
    if (!this.isDelayed) log(`${explain(error)} ${this.size} mail(s) wait and are sent as soon as possible.`);
    // Several deliveries may fail together; they count once.
    if (Date.now() >= this.#serverDueAt) {
      this.#serverFailures += 1;
      this.#serverDueAt = Date.now() + waits.afterServerFailed(this.#serverFailures);
    }
    entry.dueAt = this.#serverDueAt;
  }

  #expire(expired: readonly Entry[]): void {
    for (const { mail } of expired) {
      this.#options.onMail('expired');
      this.#options.log(`A mail to ${maskAddress(mail.to)} could not be sent within the hour that its link is valid.`);
    }
    void this.#drop((entry) => expired.includes(entry)).catch((error: unknown) =>
      this.#options.log(`An expired mail could not be removed: ${String(error)}`),
    );
  }

  async #drop(isDropped: (entry: Entry) => boolean): Promise<void> {
    const dropped = [...this.#entries.values()].filter(isDropped);
    for (const { mail } of dropped) this.#entries.delete(mail.id);
    await Promise.all(dropped.map(({ mail }) => this.#options.store.remove(mail.id)));
  }
}

const newEntry = (mail: WaitingMail): Entry => ({ mail, failures: 0, dueAt: 0, isUnderWay: false });

const hasExpired = ({ queuedAt }: WaitingMail, now: number) => now - queuedAt > MAIL_HOLDS_S * 1000;
