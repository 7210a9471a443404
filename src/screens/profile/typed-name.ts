const SINGLE_QUOTES = /[`´ʹʻʼʽʾʿˈ՚׳‘’‚‛‹›′‵ꞌ＇]/g;
const DOUBLE_QUOTES = /[“”„‟«»″‶〝〞＂]/g;
const DASHES = /[\p{Pd}−]/gu;
/** Nobody types what is not seen: marks of direction, joiners of words, variation selectors. */
const UNSEEN = /[\p{Cf}\ufe00-\ufe0f]/gu;

/**
 * Whether what was typed is the name that is shown. Any quote is every quote, any dash every dash, several spaces are one, as a page
 * shows them; an accent may be a character of its own. Capital letters are shown, and so asked for.
 */
export function isNameTyped(typed: string, name: string): boolean {
  const wanted = asShown(name);
  // Of a name that nobody sees not even nothing is it.
  return wanted === '' ? typed === name : asShown(typed) === wanted;
}

function asShown(text: string): string {
  return text
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(DASHES, '-')
    .replace(/…/g, '...')
    .replace(/\s+/g, ' ')
    .trim();
}
