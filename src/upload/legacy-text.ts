/**
 * Text of tags that was written in a code page of its country and is read as Latin-1, as ID3 before 2.4 has it. General detectors
 * want paragraphs: of a title and a name they know nothing (`docs/decisions/0037-detect-the-code-page-of-tags.md`).
 */

/** What Windows has in the places of control characters. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** The bytes that a text was read from as Latin-1 or windows-1252; null for a text that was not. */
function bytesOf(text: string): Uint8Array | null {
  const bytes = Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    if (character.length === 1 && code < 256) return code;
    const at = WINDOWS.indexOf(character);
    return at < 0 ? null : 128 + at;
  });
  return bytes.every((byte) => byte !== null) ? Uint8Array.from(bytes) : null;
}

/**
 * Reads the texts of one file as they were meant. A text that cannot be told is empty: nothing is better in a form than letters that
 * nobody wrote.
 */
export function readLegacy(texts: readonly string[]): string[] {
  const parts = texts.map(bytesOf);
  const doubtful = parts.filter((bytes): bytes is Uint8Array => bytes !== null && bytes.some((byte) => byte >= 128));
  if (doubtful.length === 0) return [...texts];
  const all = joined(doubtful);
  const encoding = encodingOf(all);
  const decoder = encoding && new TextDecoder(encoding);
  return texts.map((text, i) => {
    const bytes = parts[i];
    if (!bytes?.some((byte) => byte >= 128)) return text;
    return decoder ? decoder.decode(bytes) : '';
  });
}

/** With a space between, which stands for itself in all of these encodings. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part, 0x20]));
}

function encodingOf(bytes: Uint8Array): string | null {
  if (decode(bytes, 'utf-8') !== null) return 'utf-8';
  const latin = latinOf(bytes);
  if (latin) return latin;
  const scored = [...alphabets.map((alphabet) => scoreAlphabet(bytes, alphabet)), ...scoreDoubleBytes(bytes)]
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const [best] = scored;
  const next = scored.find(({ encoding }) => encoding !== best?.encoding);
  if (best && best.score - (next?.score ?? 0) >= LEAST_LEAD) return best.encoding;
  // Names of several languages beside each other.
  const text = decode(bytes, 'windows-1252');
  return text !== null && isLatinLike(text) && !/[^\p{Script=Latin}\p{M}\p{P}\p{Zs}\u0020-\u007e]/u.test(text)
    ? 'windows-1252'
    : null;
}

/** By so much the likeliest is ahead of the next. */
const LEAST_LEAD = 0.15;

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The letters beside a to z of languages that are written in Latin letters, by their code page. The first that has all is taken. */
const latins: readonly [encoding: string, languages: readonly string[]][] = [
  [
    'windows-1252',
    [
      'àâæçéèêëîïôœùûüÿ',
      'äöüßé',
      'áéíóúüñªº',
      'ãõáéíóúâêôàçü',
      'åäöæøéüó',
      'áéíóúýþæöð',
      'àèéìòùî',
      'ëïéèüöáó',
      'õäöüšž',
      'àèéíïóòúüç·',
      'áéíóúàèìòù',
      'âêîôûŵŷ',
    ],
  ],
  ['windows-1250', ['áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'ąćęłńóśźż', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž']],
  ['windows-1254', ['çğıöşüâîûİ']],
];

/** Signs that stand between words anywhere. */
const SIGNS = /[\s\u0020-\u007e«»‘’‚“”„…–—•°·№©®™¡¿´\u00a0]/u;

function latinOf(bytes: Uint8Array): string | null {
  for (const [encoding, languages] of latins) {
    const text = decode(bytes, encoding);
    if (text === null || !isLatinLike(text)) continue;
    const letters = [...new Set(text.toLowerCase().replace('i\u0307', 'i'))].filter((letter) => !SIGNS.test(letter));
    if (languages.some((language) => letters.every((letter) => language.includes(letter)))) return encoding;
  }
  return null;
}

/** Whether accents are the exception in each word, and capitals stand where words have them. */
function isLatinLike(text: string): boolean {
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).every((word) => {
    const plain = word.match(/[a-z]/gi)?.length ?? 0;
    const isCased = word === word.toUpperCase() || word.slice(1) === word.slice(1).toLowerCase() || plain > 2;
    return (
      word !== 'ß' && !word.startsWith('Ð') && isCased && (word.length === 1 || (plain > 0 && plain * 4 >= word.length))
    );
  });
}

interface Alphabet {
  encoding: string;
  /** The letters of a language, the most frequent first. */
  letters: string;
}

const RUSSIAN = 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё';
const alphabets: readonly Alphabet[] = [
  { encoding: 'windows-1251', letters: RUSSIAN },
  { encoding: 'windows-1251', letters: 'оанивртіеслкудмпзябьгйчхцїєжшющфґ' },
  { encoding: 'koi8-r', letters: RUSSIAN },
  { encoding: 'windows-1253', letters: 'αοιετσνηυρπκμλςωάίόέγθήδώύχφξβζψϊϋΐΰ' },
  { encoding: 'windows-1255', letters: 'יולאהרתבמשנדעכחםפקןגזצטסךףץ' },
];

interface Score {
  encoding: string;
  score: number;
}

/** How likely a text in capitals alone is, beside one in small letters. */
const SHOUTING = 0.8;

/** From the share of frequent letters, between 0 and 1; 0 where there is any other. */
function scoreAlphabet(bytes: Uint8Array, { encoding, letters }: Alphabet): Score {
  const none = { encoding, score: 0 };
  const text = decode(bytes, encoding);
  if (text === null) return none;
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const own = Array.from(text).filter((character) => !SIGNS.test(character));
  if (own.length < 2) return none;
  let sum = 0;
  for (const letter of own) {
    const rank = letters.indexOf(letter.toLowerCase());
    if (rank < 0) return none;
    sum += 1 - rank / letters.length;
  }
  // A word of other bytes has its capitals anywhere, and rows of consonants.
  const odd = words.filter((word) => {
    const isCased = word === word.toUpperCase() || word.slice(1) === word.slice(1).toLowerCase();
    return !isCased || (/[a-z]/i.test(word) && /[^a-z]/i.test(word)) || (word.length > 3 && !hasVowels(word, encoding));
  }).length;
  // Text of an alphabet without capitals is in capitals alone in some other.
  const shouting = text !== text.toLowerCase() && text === text.toUpperCase() ? SHOUTING : 1;
  return { encoding, score: Math.max(0, (shouting * sum) / own.length - odd / Math.max(1, words.length)) };
}

const VOWELS: Readonly<Record<string, RegExp>> = {
  'windows-1251': /[аеёиоуыэюяіїє]/iu,
  'koi8-r': /[аеёиоуыэюя]/iu,
  'windows-1253': /[αεηιουωάέήίόύώϊϋΐΰ]/iu,
};

const hasVowels = (word: string, encoding: string) => VOWELS[encoding]?.test(word) ?? true;

/** Frequent in titles and names. */
const KOREAN =
  '이다가나는을를의에서로고하지기사리자해도라아그대어시스너인내마오일한우보수정주소전부여비장안구미유무조상영요모원선만나들것없사랑말날밤봄별꽃눈길노래네면있했게은진연중세동성신국김박최강윤임송편방탄년단빛꿈';
const SIMPLIFIED =
  '的我你是不一在了人有爱心天月夜曲歌风雨花雪梦水上下来去大小中国海星光时年日里生活远路飞走见情想说话再那这么们个没为会好要能得和就都也很他她它自己红黄蓝白黑春夏秋冬东西南北张王李陈刘周林邓杰伦丽君代表亮明华学友德菲孙燕姿城市世界世间故事回忆等待爱情朋友';
const TRADITIONAL =
  '的我你是不一在了人有愛心天月夜曲歌風雨花雪夢水上下來去大小中國海星光時年日裡生活遠路飛走見情想說話再那這麼們個沒為會好要能得和就都也很他她它自己紅黃藍白黑春夏秋冬東西南北張王李陳劉周林鄧傑倫杰麗君代表亮明華學友德菲孫燕姿城市世界間故事回憶等待愛情朋友';
const JAPANESE = '夜明東京事変日月雨夏春秋冬花空海風光星歌心恋愛人生君僕私夢声音朝夕雪桜時中大小上下山川田本木林森';

interface DoubleBytes {
  encoding: string;
  script: RegExp;
  frequent: string;
}

const doubleBytes: readonly DoubleBytes[] = [
  { encoding: 'shift_jis', script: /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u, frequent: JAPANESE },
  { encoding: 'euc-jp', script: /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u, frequent: JAPANESE },
  { encoding: 'euc-kr', script: /\p{Script=Hangul}/u, frequent: KOREAN },
  { encoding: 'gbk', script: /(?!)/u, frequent: SIMPLIFIED },
  { encoding: 'big5', script: /(?!)/u, frequent: TRADITIONAL },
];

/** From the share of frequent characters and of those in the places of a code page where the common ones are. */
function scoreDoubleBytes(bytes: Uint8Array): Score[] {
  return doubleBytes.map(({ encoding, script, frequent }) => {
    const text = decode(bytes, encoding);
    const own = Array.from(text ?? '').filter(
      (character) => !SIGNS.test(character) && !/[\u3000-\u3020\uff00-\uff5e]/u.test(character),
    );
    const isWriting = (character: string) =>
      /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー・]/u.test(character);
    if (own.length === 0 || !own.every(isWriting) || /[\uff61-\uff9f]/u.test(text ?? '')) return { encoding, score: 0 };
    const common = commonShare(bytes, encoding);
    const sum = own.reduce(
      (all, character) => all + (frequent.includes(character) ? 1 : script.test(character) ? 0.7 : 0),
      0,
    );
    return { encoding, score: 0.45 * common + 0.55 * (sum / own.length) };
  });
}

/** Where the common characters of a code page are, by their first byte. */
const COMMON: Readonly<Record<string, readonly (readonly [from: number, to: number])[]>> = {
  shift_jis: [
    [0x82, 0x83],
    [0x88, 0x97],
  ],
  'euc-jp': [
    [0xa4, 0xa5],
    [0xb0, 0xcf],
  ],
  'euc-kr': [[0xb0, 0xc8]],
  gbk: [[0xb0, 0xd7]],
  big5: [[0xa4, 0xc6]],
};

function commonShare(bytes: Uint8Array, encoding: string): number {
  let all = 0;
  let common = 0;
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i] ?? 0;
    if (lead < 0x80) continue;
    const trail = bytes[++i] ?? 0;
    // The extension of GBK lies behind these.
    const isWithin = encoding !== 'gbk' || trail >= 0xa1;
    all += 1;
    if (isWithin && COMMON[encoding]?.some(([from, to]) => lead >= from && lead <= to)) common += 1;
  }
  return all === 0 ? 0 : common / all;
}
