import { type MailPurpose, mailPurposes } from '../../../sync/model/mail-purposes.ts';
import { localTexts } from '../../platform/page-storage.ts';

const KEY = 'awaited_mail';
/** As long as a mail's code and link hold, in ms. */
const HOLDS_MS = 60 * 60 * 1000;

/** A mail that was asked for on this device. */
export interface AwaitedMail {
  readonly email: string;
  readonly purpose: MailPurpose;
  /** ms since the epoch, by the device's clock; 0 for a link that no longer holds. */
  readonly sentAt: number;
}

/**
 * Keeps it until its code is typed or its link followed: whoever goes to read a mail may come back to an app that starts anew, and on
 * an iPhone's home screen a link opens elsewhere.
 */
export function keepAwaitedMail(mail: AwaitedMail): void {
  localTexts.set(KEY, JSON.stringify({ ...mail, until: Date.now() + HOLDS_MS }));
}

export const forgetAwaitedMail = (): void => localTexts.remove(KEY);

/** Null when there is none, or it can hold no more. */
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
