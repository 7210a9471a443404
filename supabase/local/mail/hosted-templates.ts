import { composeMail } from './compose-mail.ts';
import type { Mail } from './mail.ts';

const linkOf = (type: string) =>
  `{{ .SiteURL }}/auth/callback#token_hash={{ .TokenHash }}&type=${type}&email={{ .Email }}`;
const common = { to: '{{ .Email }}', code: '{{ .Token }}' };

const mails: readonly Mail[] = [
  { ...common, kind: 'confirmation', link: linkOf('signup') },
  { ...common, kind: 'magic_link', link: linkOf('magiclink') },
  { ...common, kind: 'recovery', link: linkOf('recovery') },
  {
    ...common,
    kind: 'email_change',
    link: linkOf('email_change'),
    from: '{{ .OldEmail }}',
    newAddress: '{{ .NewEmail }}',
  },
];

/** Contents of `supabase/templates`: the mails of this machine, with the variables of hosted Auth as values. */
export function hostedTemplates(): { readonly name: string; readonly subject: string; readonly html: string }[] {
  return mails.map((mail) => ({ name: mail.kind, ...composeMail(mail) }));
}
