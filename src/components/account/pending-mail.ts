import { type MailPurpose, mailPurposes } from '../../../sync/model/mail-purposes.ts';
import { localTexts } from '../../platform/page-storage.ts';

const KEY = 'awaited_mail';
/** A mail's code and link expire after this time. */
const LIFETIME_MS = 60 * 60 * 1000;

export interface PendingMail {
  readonly email: string;
  readonly purpose: MailPurpose;
  /** ms since the epoch, by the device's clock; 0 if the link did not work. */
  readonly sentAt: number;
}

/**
 * Stores the mail whose code the person is to enter, so that the app still asks for the code after a restart. On iOS the code is needed,
 * because the mail's link opens in Safari, not in the installed app.
 */
export function storePendingMail(mail: PendingMail): void {
  localTexts.set(KEY, JSON.stringify({ ...mail, until: Date.now() + LIFETIME_MS }));
}

export const clearPendingMail = (): void => localTexts.remove(KEY);

export function readPendingMail(): PendingMail | null {
  const stored: unknown = nullOnError(() => JSON.parse(localTexts.get(KEY) ?? 'null'));
  if (typeof stored !== 'object' || stored === null) return null;
  if (!('email' in stored && 'purpose' in stored && 'sentAt' in stored && 'until' in stored)) return null;
  const purpose = mailPurposes.find((candidate) => candidate === stored.purpose);
  if (typeof stored.email !== 'string' || typeof stored.sentAt !== 'number' || !purpose) return null;
  if (typeof stored.until !== 'number' || stored.until < Date.now() || stored.until > Date.now() + LIFETIME_MS)
    return null;
  return { email: stored.email, purpose, sentAt: stored.sentAt };
}

function nullOnError<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
