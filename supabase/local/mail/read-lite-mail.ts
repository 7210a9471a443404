import { verifyLink, type MailContext } from '../auth/mail-links.ts';
import type { Mail } from './mail.ts';

const kinds = { signup: 'confirmation', magiclink: 'magic_link', recovery: 'recovery' } as const;
const VERIFY_LINK = /https?:\/\/[^\s"'<>]+\/auth\/v1\/verify\?[^\s"'<>]+/;

/**
 * Reads the token and the code from a mail of lite, and replaces its link, which a mail scanner would redeem by fetching it.
 *
 * @throws Error for a mail of another form
 */
export function readLiteMail(text: string, to: string, context: MailContext): Mail {
  const liteLink = VERIFY_LINK.exec(text)?.[0];
  const code = /\b\d{6}\b/.exec(text.replace(VERIFY_LINK, ''))?.[0];
  if (code === undefined) throw new Error('A mail of lite has no code.');
  if (liteLink === undefined) return { kind: 'reauthentication', to, code };
  const { searchParams } = new URL(liteLink);
  const type = searchParams.get('type');
  const hash = searchParams.get('token');
  if (hash === null || (type !== 'signup' && type !== 'magiclink' && type !== 'recovery'))
    throw new Error(`A mail of lite has an unknown link: ${type}.`);
  return { kind: kinds[type], to, code, link: verifyLink(context, { hash, type, email: to }) };
}
