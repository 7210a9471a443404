import type { Mail } from './mail.ts';

export interface MailWords {
  readonly subject: string;
  readonly heading: string;
  readonly lead: string;
  readonly links: readonly { readonly label: string; readonly href: string }[];
  readonly codeLabel: string;
  readonly note: string;
}

const codeLabel = 'Or type this code in the app:';
const NOTE = 'Both work once, within an hour. If you did not ask for this mail, ignore it.';

export function wordsOf(mail: Mail): MailWords {
  switch (mail.kind) {
    case 'confirmation':
      return {
        subject: 'Confirm Your Signup',
        heading: 'Confirm your address',
        lead: 'Welcome to Undercurrent. Confirm your address to start listening and uploading.',
        links: [{ label: 'Confirm my address', href: mail.link }],
        codeLabel,
        note: NOTE,
      };
    case 'magic_link':
      return {
        subject: 'Your Magic Link',
        heading: 'Your sign-in link',
        lead: 'Follow this link to sign in to Undercurrent.',
        links: [{ label: 'Sign in', href: mail.link }],
        codeLabel,
        note: NOTE,
      };
    case 'recovery':
      return {
        subject: 'Reset Your Password',
        heading: 'Set a new password',
        lead: 'Follow this link to set a new password for Undercurrent.',
        links: [{ label: 'Set a new password', href: mail.link }],
        codeLabel,
        note: NOTE,
      };
    case 'email_change':
      return {
        subject: 'Confirm Email Change',
        heading: 'Confirm your new address',
        lead: leadOfChange(mail),
        links: [{ label: 'Confirm the change', href: mail.link }],
        codeLabel,
        note: NOTE,
      };
    case 'existing_account':
      return {
        subject: 'You already have an account',
        heading: 'You already have an account',
        lead: 'Somebody signed up to Undercurrent with this address, which has an account already. If it was you, sign in or set a new password.',
        links: [
          { label: 'Sign in', href: mail.link },
          { label: 'Set a new password', href: mail.recoveryLink },
        ],
        codeLabel: 'Or sign in with this code in the app:',
        note: 'They work once, within an hour. If it was not you, ignore this mail.',
      };
    case 'reauthentication':
      return {
        subject: 'Confirm Reauthentication',
        heading: 'Confirm that it is you',
        lead: 'Undercurrent asks for this code before it continues.',
        links: [],
        codeLabel: 'Type this code in the app:',
        note: 'It works once, within an hour. If you did not ask for this mail, ignore it.',
      };
  }
}

/**
 * Only the mail to the present address names both addresses. The new address may be a stranger's, who must not get a message disguised as
 * an address.
 */
function leadOfChange({ to, from, newAddress }: Mail & { kind: 'email_change' }): string {
  const change =
    to === from
      ? `Confirm the change of your address from ${from} to ${newAddress}.`
      : 'Confirm this address as the new one of your Undercurrent account.';
  return `${change} Both addresses get a mail, and both must confirm.`;
}
