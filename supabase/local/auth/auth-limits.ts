import type { Rate } from '../http/rate-count.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** What one address, and what all for one e-mail, may ask of Auth. Hosted projects have theirs in the dashboard. */
export interface AuthLimits {
  /** Sign-ups from one address; each needs a beta token besides. */
  readonly signUpsOfAddress: Rate;
  /** Links and codes that are sent on the asking of one address. */
  readonly mailsOfAddress: Rate;
  /** Mails of one kind to one e-mail, one after the other ... */
  readonly mailsInARow: Rate;
  /** ... and altogether. */
  readonly mailsOfEmail: Rate;
  /** Wrong passwords from one address, and for one e-mail. */
  readonly wrongPasswordsOfAddress: Rate;
  readonly wrongPasswordsOfEmail: Rate;
  /** Wrong codes and links from one address. */
  readonly wrongCodesOfAddress: Rate;
  /** Wrong codes after which those of one e-mail are dead; a new mail has a new code. */
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
