/** Characters that look like a typed apostrophe. They are dropped: "Don't" is found by 'dont'. */
const APOSTROPHES =
  /['`\u00b4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u0384\u055a\u05f3\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\u2018\u2019\u201b\u2032\u2035\ua78c\uff07\uff40]/g;
/** Joiners, direction marks, soft hyphens, variation selectors and the Arabic tatweel. */
const UNSEEN =
  /[\p{Variation_Selector}\u00ad\u061c\u0640\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;
/** Latin, Greek and Cyrillic accents, niqqud and tashkeel. Not the vowel signs of Indic scripts and Thai, which readers take for letters. */
const ACCENTS =
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7]|[\u06e8\u06ea-\u06ed]|[\u1ab0-\u1aff]|[\u1dc0-\u1dff]|[\u20d0-\u20ff]|[\ufe20-\ufe2f]/g;
const BETWEEN_WORDS = /[\s\p{P}\p{Z}\p{Cc}$+<=>^|~]+/gu;
const BETWEEN_PLAIN_WORDS = /[^a-z0-9]+/g;
const PLAIN = /^[ -~]*$/;

/** Letters that Unicode does not decompose, and the letters that people type instead. `private.fold_text` has the same list. */
const LETTERS: ReadonlyMap<string, string> = new Map(
  (
    'æ=ae œ=oe ß=ss þ=th ð=d đ=d ɖ=d ɗ=d ħ=h ı=i ɨ=i ȷ=j ĸ=k ƙ=k ł=l ƚ=l ŋ=n ɲ=n ø=o ɔ=o ŧ=t ƭ=t ʉ=u ƶ=z ƀ=b ɓ=b ' +
    'ƈ=c ƒ=f ǥ=g ɠ=g ə=e ǝ=e ɛ=e ƥ=p ʋ=v ƴ=y ς=σ ґ=г ғ=г қ=к ң=н ү=у ұ=у ө=о һ=х ә=а ى=ي ی=ي ې=ي ک=ك ة=ه ہ=ه ە=ه ' +
    'ۀ=ه ٱ=ا '
  )
    .trim()
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(2)] as const),
);
const LETTER = new RegExp(`[${[...LETTERS.keys()].join('')}]`, 'g');
const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;

/** Normalises a text for searching. `private.fold_text` does the same on the server; `tests/search/folded.json` has the cases that test both. */
export function fold(text: string): string {
  // A fast path: most text is plain, and a whole catalogue is folded at once.
  const isPlain = PLAIN.test(text);
  const letters = isPlain ? text.replace(/['`]/g, '').toLowerCase() : foldLetters(text);
  return (
    letters
      .replaceAll('&', ' and ')
      .replace(isPlain ? BETWEEN_PLAIN_WORDS : BETWEEN_WORDS, ' ')
      .trim() || letters.trim()
  );
}

function foldLetters(text: string): string {
  return text
    .replace(APOSTROPHES, '')
    .normalize('NFKD')
    .replace(APOSTROPHES, '')
    .replace(UNSEEN, '')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(ACCENTS, '')
    .replace(LETTER, (letter) => LETTERS.get(letter) ?? letter)
    .replace(KATAKANA, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf));
}
