const SINGLE_QUOTES = /[`´ʹʻʼʽʾʿˈ՚׳‘’‚‛‹›′‵ꞌ＇]/g;
const DOUBLE_QUOTES = /[“”„‟«»″‶〝〞＂]/g;
const DASHES = /[\p{Pd}−]/gu;
/** Invisible characters that people do not type: direction marks, joiners, variation selectors. */
const INVISIBLE = /[\p{Cf}\ufe00-\ufe0f]/gu;

/**
 * Whether the typed text matches the shown name. All single quotes are equal, as are all double quotes, all dashes, and all runs
 * of white space. Accents may be combining characters. Case matters, because the person can see it.
 */
export function isNameTyped(typed: string, name: string): boolean {
  const normalizedName = normalize(name);
  // A name of invisible characters only must match exactly, so that an empty input does not match it.
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
