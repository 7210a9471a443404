const SINGLE_QUOTES = /[`´ʹʻʼʽʾʿˈ՚׳‘’‚‛‹›′‵ꞌ＇]/g;
const DOUBLE_QUOTES = /[“”„‟«»″‶〝〞＂]/g;
const DASHES = /[\p{Pd}−]/gu;
/** Direction marks, joiners and variation selectors, which people do not type. */
const INVISIBLE = /[\p{Cf}\ufe00-\ufe0f]/gu;

/**
 * Whether the typed text is the shown name. The forms of quotes, dashes and white space may differ, and accents may be separate code
 * points. Case and accents count, because the person can see them.
 */
export function isNameTyped(typed: string, name: string): boolean {
  const normalizedName = normalize(name);
  // An invisible name must match exactly: empty input must not confirm it.
  return normalizedName === '' ? typed === name : normalize(typed) === normalizedName;
}

function normalize(text: string): string {
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(SINGLE_QUOTES, "'")
    .replace(DOUBLE_QUOTES, '"')
    .replace(DASHES, '-')
    .replace(/…/g, '...')
    .replace(/\s+/g, ' ')
    .trim();
}
