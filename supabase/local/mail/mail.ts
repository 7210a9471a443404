/** A mail of Auth. Each kind has its own words (`mail-words.ts`). */
export type Mail = { readonly to: string; readonly code: string } & (
  | { readonly kind: 'confirmation' | 'magic_link' | 'recovery'; readonly link: string }
  | { readonly kind: 'email_change'; readonly link: string; readonly from: string; readonly newAddress: string }
  | { readonly kind: 'existing_account'; readonly link: string; readonly recoveryLink: string }
  | { readonly kind: 'reauthentication' }
);
export type MailKind = Mail['kind'];

/** The account's token in a mail of each kind. A newer mail with the same token invalidates an older one. */
export const tokenOf: Readonly<Record<MailKind, string>> = {
  confirmation: 'confirmation',
  magic_link: 'recovery',
  recovery: 'recovery',
  existing_account: 'recovery',
  email_change: 'email change',
  reauthentication: 'reauthentication',
};

export const isMailKind = (value: unknown): value is MailKind =>
  typeof value === 'string' && Object.hasOwn(tokenOf, value);

export interface Mailer {
  /** Resolves when the mail is stored, before it is delivered. @throws Error when it could not be stored */
  send(mail: Mail): Promise<void>;
  /** Whether the address may get a mail that it has not requested, such as the one about a repeated sign-up. */
  mayMailUnrequested(to: string): Promise<boolean>;
  /** Whether another mail can be accepted. */
  hasRoom(): boolean;
  /** Whether mails wait because the mail server does not accept them at present. */
  isDelayed(): boolean;
}

/**
 * The outcome of a mail. `failed`: it could not be stored. `expired`: it was dropped, because the queue was full or its link expired before
 * delivery.
 */
export type MailOutcome = 'delivered' | 'refused' | 'expired' | 'failed';
export type OnMail = (outcome: MailOutcome) => void;
