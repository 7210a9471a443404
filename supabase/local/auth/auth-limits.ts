import type { Rate } from '../http/rate-count.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Rate limits of Auth, for each client address and for each e-mail. Hosted projects set theirs in the dashboard. */
export interface AuthLimits {
  /** Sign-ups and resends of their mail from one address; each sign-up also needs a beta token. */
  readonly signUpsOfAddress: Rate;
  /** Links and codes requested by one address. */
  readonly mailsOfAddress: Rate;
  /** Mails of one kind to one e-mail, in a short window ... */
  readonly mailsInARow: Rate;
  /** ... and in a long one. */
  readonly mailsOfEmail: Rate;
  /** Wrong passwords from one address, and for one e-mail. */
  readonly wrongPasswordsOfAddress: Rate;
  readonly wrongPasswordsOfEmail: Rate;
  /** Wrong codes and links from one address. */
  readonly wrongCodesOfAddress: Rate;
  /** Wrong codes after which an e-mail's codes are invalid, until a new mail brings a new one. */
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
