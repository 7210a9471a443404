import { escapeHtml } from '../../functions/_shared/escape-html.ts';
import type { Mail } from './mail.ts';
import { wordsOf, type MailWords } from './mail-words.ts';

export interface ComposedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export function composeMail(mail: Mail): ComposedMail {
  const words = wordsOf(mail);
  return { subject: words.subject, text: asText(words, mail.code), html: asHtml(words, mail.code) };
}

function asText({ lead, links, codeLabel, note }: MailWords, code: string): string {
  const paragraphs = [lead, ...links.map(({ label, href }) => `${label}:\n${href}`), `${codeLabel} ${code}`, note];
  return `${paragraphs.join('\n\n')}\n`;
}

/**
 * The dark colours of `src/design/tokens.ts`. Each text has its own background, so it stays readable in light and dark
 * mail programs, also in those that invert colours.
 */
export const mailColors = {
  page: '#14110F',
  card: '#1D1916',
  border: '#2F2924',
  text: '#F5EFE6',
  muted: '#BDB2A5',
  accent: '#E9FF4D',
  onAccent: '#15170A',
};

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif';
const { page, card, border, text, muted, accent, onAccent } = mailColors;
const paragraph = `margin:0 0 20px;${FONT};font-size:16px;line-height:1.5;color:${text};word-break:break-word`;
const small = `margin:0 0 8px;${FONT};font-size:14px;line-height:1.5;color:${muted}`;
const button = `display:inline-block;padding:13px 22px;border-radius:10px;background:${accent};${FONT};font-size:16px;font-weight:700;line-height:1.2;color:${onAccent};text-decoration:none`;
const table = 'role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** Inline styles only, because some mail programs drop style sheets. No pictures, because loading them tracks readers. */
function asHtml({ subject, heading, lead, links, codeLabel, note }: MailWords, code: string): string {
  const buttons = links.map(
    ({ label, href }) =>
      `<p style="margin:0 0 20px"><a href="${escapeHtml(href)}" style="${button}">${escapeHtml(label)}</a></p>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:${page};color:${text}">
<table ${table} bgcolor="${page}" style="background:${page}"><tr><td align="center" style="padding:24px 12px">
<table ${table} bgcolor="${card}" style="max-width:480px;background:${card};border:1px solid ${border};border-radius:16px"><tr><td align="left" style="padding:28px 24px">
<p style="margin:0 0 24px;font-family:Arial Black,Arial,sans-serif;font-size:14px;font-weight:800;color:${accent}">Undercurrent</p>
<h1 style="margin:0 0 12px;font-family:Arial Black,Arial,sans-serif;font-size:24px;font-weight:800;line-height:1.15;color:${text}">${escapeHtml(heading)}</h1>
<p style="${paragraph}">${escapeHtml(lead)}</p>
${buttons.join('\n')}
<p style="${small}">${escapeHtml(codeLabel)}</p>
<p style="margin:0 0 24px;${FONT};font-size:30px;line-height:1.2;letter-spacing:5px;color:${text}"><strong>${escapeHtml(code)}</strong></p>
<p style="${small}">${escapeHtml(note)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
