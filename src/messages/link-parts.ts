/** A part of a message: words, or an address of the web that can be followed. */
export interface LinkPart {
  text: string;
  href: string | null;
}

const SCHEME = /https?:\/\//giu;
const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}';
/**
 * What is no part of an address: white space, quotes, full-width marks, emoji, and what is not seen, such as a mark that turns the
 * writing around or a letter without ink.
 */
const END =
  /[\s<>"'`\\^|\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{RI}\p{Extended_Pictographic}\u00ab\u00bb\u00b4\u115f\u1160\u2018-\u201f\u2026\u2032\u2033\u2039\u203a\u2800\u3000-\u3004\u3008-\u3020\u3030\u30fb\u3164\ufe10-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffa0-\uffef]/u;
/** CJK text goes on behind an address without a space. */
const CJK_LETTER = new RegExp(`[${CJK}]`, 'u');
/** A label of a host that is written in CJK is one from its beginning: 'comを見て' is not. */
const LABEL = `(?:[${CJK}](?:[${CJK}ー\\p{N}-]*)|(?:(?![${CJK}])[\\p{L}\\p{M}\\p{N}_-])+)`;
const HOST = new RegExp(`^${LABEL}(?:\\.${LABEL})*`, 'u');
const AFTER_HOST = new RegExp(`^(?::\\d{0,5}(?![\\d\\p{L}]))?(?=$|[/?#.,;:!*)\\]}${CJK}])`, 'u');
/** What ends a sentence and no address. */
const ENDING = /[.,;:!?*·([{،؛؟۔।॥։]$/u;
const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Parts a message into words and addresses. An address shows all of where it leads, so that none pretends to be another. */
export function linkParts(text: string): LinkPart[] {
  const parts: LinkPart[] = [];
  let from = 0;
  for (const { index, 0: scheme } of text.matchAll(SCHEME)) {
    if (index < from) continue;
    const found = addressAt(text.slice(index), scheme);
    const shown = found && honest(found, scheme);
    if (!found || !shown) continue;
    if (index > from) parts.push({ text: text.slice(from, index), href: null });
    parts.push({ text: shown, href: found });
    from = index + found.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null });
  return parts;
}

/** The address that a text begins with; null when it is none, or has a name and a password, which make its host hard to see. */
function addressAt(text: string, scheme: string): string | null {
  const end = END.exec(text);
  const run = end ? text.slice(0, end.index) : text;
  const host = HOST.exec(run.slice(scheme.length))?.[0];
  if (host === undefined) return null;
  const after = run.slice(scheme.length + host.length);
  const port = AFTER_HOST.exec(after)?.[0];
  const authority = /^[^/?#]*/.exec(after)?.[0] ?? '';
  if (port === undefined || authority.includes('@')) return null;
  const path = after.slice(port.length);
  return withoutEnding(scheme + host + port + (/^[/?#]/.test(path) ? pathOf(path) : ''));
}

/** As far as a path goes: to CJK text, or to a bracket that closes what was opened before the address. */
function pathOf(text: string): string {
  const open: string[] = [];
  let path = '';
  for (const character of text) {
    if (CJK_LETTER.test(character)) break;
    const opening = CLOSES[character];
    if (opening !== undefined && open.pop() !== opening) break;
    if (Object.values(CLOSES).includes(character)) open.push(character);
    path += character;
  }
  return path;
}

function withoutEnding(address: string): string {
  let kept = address;
  while (ENDING.test(kept)) kept = kept.slice(0, -1);
  return kept;
}

/** The address with its host as it is; null when a browser would not go there. */
function honest(address: string, scheme: string): string | null {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (!url.hostname.includes('.')) return null;
  const typed = HOST.exec(address.slice(scheme.length))?.[0] ?? '';
  const host = typed.toLowerCase() === url.hostname || isPlain(typed) ? typed : url.hostname;
  return scheme + host + address.slice(scheme.length + typed.length);
}

/** Letters that look like no Latin one. */
const OWN_LOOK = new RegExp(
  `^[${CJK}ー\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Thai}\\p{Script=Devanagari}\\p{Script=Georgian}\\p{N}\\p{M}-]+$`,
  'u',
);
const LATIN = /^[a-z0-9\u00df-\u00f6\u00f8-\u0130\u0132-\u017f\u1ea0-\u1ef9_-]+$/iu;
/** They have letters that look like Latin ones, and are told apart by a top level of their own ('.рф'). */
const CYRILLIC = /^[\p{Script=Cyrillic}\p{N}-]+$/u;
const GREEK = /^[\p{Script=Greek}\p{N}-]+$/u;

/** Whether a host in other letters than ASCII's can be shown in them, since it looks like no other. */
function isPlain(host: string): boolean {
  const name = host.normalize('NFC').toLowerCase();
  // Signs that a browser reads as others, such as those of a number for an address.
  if (!/[^ -~]/.test(name)) return false;
  const labels = name.split('.');
  const top = labels.at(-1) ?? '';
  return labels.every(
    (label) =>
      LATIN.test(label) ||
      OWN_LOOK.test(label) ||
      (CYRILLIC.test(label) && CYRILLIC.test(top)) ||
      (GREEK.test(label) && GREEK.test(top)),
  );
}
