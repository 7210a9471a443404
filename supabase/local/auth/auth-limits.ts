import type { Rate } from '../http/rate-count.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Limits `OfAddress` apply to the caller's IP address, and `OfEmail` to the account's e-mail. */
export interface AuthLimits {
  /** Sign-ups, each of which also needs a beta token, and requests to `/auth/v1/resend`. */
  readonly signUpsOfAddress: Rate;
  readonly mailsOfAddress: Rate;
  /** Mails of one kind to one e-mail within a minute. */
  readonly mailsInARow: Rate;
  /** Mails of one kind to one e-mail within an hour. */
  readonly mailsOfEmail: Rate;
  readonly wrongPasswordsOfAddress: Rate;
  readonly wrongPasswordsOfEmail: Rate;
  readonly wrongCodesOfAddress: Rate;
  /** After this many wrong codes, all codes for an e-mail are invalid until a new mail brings a new code. */
  readonly wrongCodesOfEmail: Rate;
}

export const authLimits: AuthLimits = {
  signUpsOfAddress: { most: 600, seconds: HOUR },
  mailsOfAddress: { most: 120, seconds: HOUR },
  mailsInARow: { most: 1, seconds: MINUTE },
  mailsOfEmail: { most: 10, seconds: HOUR },
  wrongPasswordsOfAddress: { most: 60, seconds: 10 * MINUTE },
  wrongPasswordsOfEmail: { most: 20, seconds: 10 * MINUTE },
  wrongCodesOfAddress: { most: 60, seconds: HOUR },
  wrongCodesOfEmail: { most: 5, seconds: HOUR },
};
