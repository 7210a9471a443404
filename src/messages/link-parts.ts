export interface LinkPart {
  text: string;
  href: string | null;
}

const SCHEME = /https?:\/\//giu;
const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}';
/** A character that no address contains. */
const END =
  /[\s<>"'`\\^|\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{RI}\p{Extended_Pictographic}\u00ab\u00bb\u00b4\u115f\u1160\u2018-\u201f\u2026\u2032\u2033\u2039\u203a\u2800\u3000-\u3004\u3008-\u3020\u3030\u30fb\u3164\ufe10-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffa0-\uffef]/u;
/** CJK text may follow an address without a space. */
const CJK_LETTER = new RegExp(`[${CJK}]`, 'u');
/** A label does not mix CJK with other letters: the host of 'a.comを見て' ends after 'com'. */
const LABEL = `(?:[${CJK}](?:[${CJK}ー\\p{N}-]*)|(?:(?![${CJK}])[\\p{L}\\p{M}\\p{N}_-])+)`;
const HOST = new RegExp(`^${LABEL}(?:\\.${LABEL})*`, 'u');
const AFTER_HOST = new RegExp(`^(?::\\d{0,5}(?![\\d\\p{L}]))?(?=$|[/?#.,;:!*)\\]}${CJK}])`, 'u');
/** Punctuation of the sentence around an address. */
const ENDING = /[.,;:!?*·([{،؛؟۔।॥։]$/u;
const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };

/** Splits a text into links and the text between them. A link shows its whole address, so that its target is visible. */
export function linkParts(text: string): LinkPart[] {
  const parts: LinkPart[] = [];
  let from = 0;
  for (const { index, 0: scheme } of text.matchAll(SCHEME)) {
    if (index < from) continue;
    const address = addressAt(text.slice(index), scheme);
    const shown = address && withRealHost(address, scheme);
    if (!address || !shown) continue;
    if (index > from) parts.push({ text: text.slice(from, index), href: null });
    parts.push({ text: shown, href: address });
    from = index + address.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null });
  return parts;
}

/** The address at the start of the text. Null for an invalid one, and for one with credentials, which obscure its host. */
function addressAt(text: string, scheme: string): string | null {
  const end = END.exec(text);
  const candidate = end ? text.slice(0, end.index) : text;
  const host = HOST.exec(candidate.slice(scheme.length))?.[0];
  if (host === undefined) return null;
  const after = candidate.slice(scheme.length + host.length);
  const port = AFTER_HOST.exec(after)?.[0];
  const authority = /^[^/?#]*/.exec(after)?.[0] ?? '';
  if (port === undefined || authority.includes('@')) return null;
  const path = after.slice(port.length);
  return withoutEnding(scheme + host + port + (/^[/?#]/.test(path) ? pathOf(path) : ''));
}

/** Ends at CJK text, or at a closing bracket that was not opened in the path. */
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
  let result = address;
  while (ENDING.test(result)) result = result.slice(0, -1);
  return result;
}

function withRealHost(address: string, scheme: string): string | null {
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

const NOT_LATIN_LIKE = new RegExp(
  `^[${CJK}ー\\p{Script=Arabic}\\p{Script=Hebrew}\\p{Script=Thai}\\p{Script=Devanagari}\\p{Script=Georgian}\\p{N}\\p{M}-]+$`,
  'u',
);
const LATIN = /^[a-z0-9\u00df-\u00f6\u00f8-\u0130\u0132-\u017f\u1ea0-\u1ef9_-]+$/iu;
/** Scripts with Latin-looking letters are trusted only under a top-level domain of the same script ('.рф'). */
const CYRILLIC = /^[\p{Script=Cyrillic}\p{N}-]+$/u;
const GREEK = /^[\p{Script=Greek}\p{N}-]+$/u;

/** Whether a non-ASCII host cannot be mistaken for another host. Such a host is shown as typed. */
function isPlain(host: string): boolean {
  const name = host.normalize('NFC').toLowerCase();
  // A host in ASCII is shown as parsed, because the parsed host may differ: a numeric IP address, for example.
  if (!/[^ -~]/.test(name)) return false;
  const labels = name.split('.');
  const top = labels.at(-1) ?? '';
  return labels.every(
    (label) =>
      LATIN.test(label) ||
      NOT_LATIN_LIKE.test(label) ||
      (CYRILLIC.test(label) && CYRILLIC.test(top)) ||
      (GREEK.test(label) && GREEK.test(top)),
  );
}
