import { type MailPurpose, mailPurposes } from '../../../sync/model/mail-purposes.ts';
import { localTexts } from '../../platform/page-storage.ts';

const KEY = 'awaited_mail';
/** Lifetime of a mail's code and link, in ms. */
const HOLDS_MS = 60 * 60 * 1000;

/** A sign-up or reset mail requested on this device. */
export interface AwaitedMail {
  readonly email: string;
  readonly purpose: MailPurpose;
  /** ms since the epoch, by the device's clock; 0 for an expired link. */
  readonly sentAt: number;
}

/**
 * Stores the mail until its code is typed or its link opened. The app may restart while the person reads the mail, and on iOS a link
 * opens in Safari, not in the installed app.
 */
export function keepAwaitedMail(mail: AwaitedMail): void {
  localTexts.set(KEY, JSON.stringify({ ...mail, until: Date.now() + HOLDS_MS }));
}

export const forgetAwaitedMail = (): void => localTexts.remove(KEY);

/** Null if none is stored or it has expired. */
export function readAwaitedMail(): AwaitedMail | null {
  const kept: unknown = tried(() => JSON.parse(localTexts.get(KEY) ?? 'null'));
  if (typeof kept !== 'object' || kept === null) return null;
  if (!('email' in kept && 'purpose' in kept && 'sentAt' in kept && 'until' in kept)) return null;
  const purpose = mailPurposes.find((one) => one === kept.purpose);
  if (typeof kept.email !== 'string' || typeof kept.sentAt !== 'number' || !purpose) return null;
  if (typeof kept.until !== 'number' || kept.until < Date.now() || kept.until > Date.now() + HOLDS_MS) return null;
  return { email: kept.email, purpose, sentAt: kept.sentAt };
}

function tried<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
