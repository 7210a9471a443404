/** A part of a message: words, or an address of the web that can be followed. */
export interface LinkPart {
  text: string;
  href: string | null;
}

/** What is no part of an address: white space, quotes, brackets that stand around one, and what turns the writing around. */
const address = /https?:\/\/[^\s<>"'`\u200e\u200f\u202a-\u202e\u2066-\u2069]+/giu;
/** What ends a sentence and no address. */
const ending = /[.,;:!?)\]}]+$/u;

/** Parts a message into words and addresses. An address shows all of where it leads, so that none pretends to be another. */
export function linkParts(text: string): LinkPart[] {
  const parts: LinkPart[] = [];
  let from = 0;
  for (const match of text.matchAll(address)) {
    const found = match[0].replace(ending, '');
    if (!isSafe(found)) continue;
    if (match.index > from) parts.push({ text: text.slice(from, match.index), href: null });
    parts.push({ text: found, href: found });
    from = match.index + found.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), href: null });
  return parts;
}

/** What stands before an @ is a name and a password, which make the host that follows hard to see. */
function isSafe(found: string): boolean {
  try {
    const { hostname, username, password } = new URL(found);
    return hostname.includes('.') && username === '' && password === '';
  } catch {
    return false;
  }
}
