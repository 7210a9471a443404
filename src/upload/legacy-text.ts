/** Detects the code page of texts that an ID3 tag declares as Latin-1 (docs/decisions/0037-detect-the-code-page-of-tags.md). */

/** windows-1252 characters of bytes 0x80 to 0x9f. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Null if a character is in neither Latin-1 nor windows-1252. */
function bytesOf(text: string): Uint8Array | null {
  const bytes = Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    if (character.length === 1 && code < 256) return code;
    const at = WINDOWS.indexOf(character);
    return at < 0 ? null : 128 + at;
  });
  return bytes.every((byte) => byte !== null) ? Uint8Array.from(bytes) : null;
}

/** Decodes the non-ASCII texts of a tag, all in one code page. If the code page is unclear, they become empty: garbage would be worse. */
export function readLegacy(texts: readonly string[]): string[] {
  const parts = texts.map(bytesOf);
  const nonAscii = parts.filter((bytes): bytes is Uint8Array => bytes !== null && bytes.some((byte) => byte >= 128));
  if (nonAscii.length === 0) return [...texts];
  const encoding = encodingOf(nonAscii);
  return texts.map((text, i) => {
    const bytes = parts[i];
    if (!bytes?.some((byte) => byte >= 128)) return text;
    // `stream` drops an incomplete last character instead of decoding it to U+FFFD.
    return encoding === null ? '' : new TextDecoder(encoding).decode(bytes, { stream: bytes.length === CUT }).trimEnd();
  });
}

/** Length at which ID3v1 cuts texts off, also within a character. */
const CUT = 30;

/** Drops an incomplete UTF-8 sequence from the end of a cut text. */
function withoutCutUtf8(bytes: Uint8Array): Uint8Array {
  const start = bytes.findLastIndex((byte) => byte < 0x80 || byte >= 0xc0);
  const length = [0xc0, 0xe0, 0xf0].filter((lead) => (bytes[start] ?? 0) >= lead).length + 1;
  return bytes.length === CUT && start + length > CUT ? bytes.subarray(0, start) : bytes;
}

/** Drops a last lead byte without its trail byte from a cut double-byte text. */
function withoutCutPair(bytes: Uint8Array): Uint8Array {
  if (bytes.length !== CUT) return bytes;
  let at = 0;
  while (at < CUT) at += (bytes[at] ?? 0) < 128 ? 1 : 2;
  return at > CUT ? bytes.subarray(0, CUT - 1) : bytes;
}

/** Joins texts by spaces, because a space is the same byte in all of these encodings. */
function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part, 0x20]));
}

function encodingOf(parts: readonly Uint8Array[]): string | null {
  const complete = joined(parts.map(withoutCutUtf8));
  // If only ASCII is left, the dropped bytes may be a letter in another encoding.
  if (complete.some((byte) => byte >= 128) && decode(complete, 'utf-8') !== null) return 'utf-8';
  const bytes = joined(parts);
  const latin = latinOf(bytes);
  if (latin) return latin;
  const pairs = scoreDoubleBytes(joined(parts.map(withoutCutPair)));
  const scored = [...alphabets.map((alphabet) => scoreAlphabet(bytes, alphabet)), ...pairs]
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const [best] = scored;
  const next = scored.find(({ encoding }) => encoding !== best?.encoding);
  if (best && best.score - (next?.score ?? 0) >= MIN_LEAD) return best.encoding;
  // Several Latin languages may be mixed.
  const text = decode(bytes, 'windows-1252');
  return text !== null &&
    isLatinLike(text) &&
    !isMostlySymbols(text) &&
    !/[^\p{Script=Latin}\p{M}\p{P}\p{Zs}\u0020-\u007e]/u.test(text)
    ? 'windows-1252'
    : null;
}

/** The best score must exceed that of every other encoding by at least this. */
const MIN_LEAD = 0.15;

function decode(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Non-ASCII letters of each language. The first language with all letters of the text wins. */
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
  ['windows-1254', ['çğıöşüâîû']],
];

const SYMBOLS = /[\s\u0020-\u007e«»‘’‚“”„…–—•°·№©®™¡¿´\u00a0]/u;

function latinOf(bytes: Uint8Array): string | null {
  for (const [encoding, languages] of latins) {
    const text = decode(bytes, encoding);
    if (text === null || !isLatinLike(text) || isMostlySymbols(text)) continue;
    const letters = [...new Set(text.toLowerCase().replaceAll('i\u0307', 'i'))].filter(
      (letter) => !SYMBOLS.test(letter),
    );
    if (languages.some((language) => letters.every((letter) => language.includes(letter)))) return encoding;
  }
  return null;
}

/** Whether the text has at least as many non-ASCII symbols as letters, as Chinese text does when misread as Latin. */
function isMostlySymbols(text: string): boolean {
  const symbols = Array.from(text).filter((character) => character > '~' && SYMBOLS.test(character));
  return symbols.length > 0 && symbols.length >= (text.match(/\p{L}/gu)?.length ?? 0);
}

/** Whether each word of two letters or more is at least a quarter ASCII, and capitals are in plausible places. */
function isLatinLike(text: string): boolean {
  return (text.match(/[\p{L}\p{M}]+/gu) ?? []).every((word) => {
    // Other encodings, misread as Latin, often have a word 'ß' and words that begin with 'Ð'.
    const plain = word.match(/[a-z]/gi)?.length ?? 0;
    const isCased = word === word.toUpperCase() || word.slice(1) === word.slice(1).toLowerCase() || plain > 2;
    return (
      word !== 'ß' && !word.startsWith('Ð') && isCased && (word.length === 1 || (plain > 0 && plain * 4 >= word.length))
    );
  });
}

interface Alphabet {
  encoding: string;
  /** Most frequent first. */
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

/** Factor on the score of a text in capitals, which is less likely. */
const ALL_CAPS_FACTOR = 0.8;

/** Scores by letter frequency, 0 to 1; 0 if a letter is not in the alphabet, or if there are fewer than three letters. */
function scoreAlphabet(bytes: Uint8Array, { encoding, letters }: Alphabet): Score {
  const none = { encoding, score: 0 };
  const text = decode(bytes, encoding);
  if (text === null) return none;
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  const own = Array.from(text).filter((character) => !SYMBOLS.test(character));
  if (own.length < 3) return none;
  let sum = 0;
  for (const letter of own) {
    const rank = letters.indexOf(letter.toLowerCase());
    if (rank < 0) return none;
    sum += 1 - rank / letters.length;
  }
  // Misdecoded words have capitals in odd places, and runs of consonants.
  const odd = words.filter((word) => {
    const isCased = word === word.toUpperCase() || word.slice(1) === word.slice(1).toLowerCase();
    return !isCased || (/[a-z]/i.test(word) && /[^a-z]/i.test(word)) || (word.length > 3 && !hasVowels(word, encoding));
  }).length;
  // Text of a caseless alphabet may decode to capitals of another alphabet.
  const capsFactor = text !== text.toLowerCase() && text === text.toUpperCase() ? ALL_CAPS_FACTOR : 1;
  const unGreek = encoding === 'windows-1253' ? words.filter((word) => !isGreekLike(word)).length : 0;
  const doubt = (odd + UN_GREEK_WEIGHT * unGreek) / Math.max(1, words.length);
  return { encoding, score: Math.max(0, (capsFactor * sum) / own.length - doubt) };
}

/** Weight of a word that does not look Greek; below 1, because some people omit accents. */
const UN_GREEK_WEIGHT = 0.3;

/** Whether a word looks Greek: words with two vowels have an accent, unless in capitals, and none has four consonants in a row. */
function isGreekLike(word: string): boolean {
  const vowels = word.match(/ου|[αεου]ι|[αε]υ|[αεηιουωάέήίόύώϊϋΐΰ]/giu)?.length ?? 0;
  const isAccented = vowels < 2 || word === word.toUpperCase() || /[άέήίόύώΐΰ]/iu.test(word);
  return isAccented && !/[βγδζθκλμνξπρσςτφχψ]{4}/iu.test(word);
}

const VOWELS: Readonly<Record<string, RegExp>> = {
  'windows-1251': /[аеёиоуыэюяіїє]/iu,
  'koi8-r': /[аеёиоуыэюя]/iu,
  'windows-1253': /[αεηιουωάέήίόύώϊϋΐΰ]/iu,
};

const hasVowels = (word: string, encoding: string) => VOWELS[encoding]?.test(word) ?? true;

const KOREAN =
  '이다가나는을를의에서로고하지기사리자해도라아그대어시스너인내마오일한우보수정주소전부여비장안구미유무조상영요모원선만들것없랑말날밤봄별꽃눈길노래네면있했게은진연중세동성신국김박최강윤임송편방탄년단빛꿈와과으적제공실업경당재트습니관등생체않교위발산분개회각학명차역물통계심행음치려양간민문운용호출건러데반금본법바터드입설점좋때람겨울름속처거짓빅뱅벚엔딩버커효백혼감남싸권태향순창달파늘잊립난결집친술후답첫춤잠손';
const SIMPLIFIED =
  '的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运爱夜曲歌风雨花雪梦星飞红黄蓝黑春夏秋冬李陈刘周林邓杰伦丽君亮华友菲孙燕姿城故忆待朋泪影角号念纪初隐孝介蔡淳佳若离快乐幸福温柔孤单寂寞青';
const TRADITIONAL =
  '的一是不了在人有我他這個們中來上大為和國地到以說時要就出會可也你對生能而子那得於著下自之年過發後作裡用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日軍者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運愛夜曲歌風雨花雪夢星飛紅黃藍黑春夏秋冬李陳劉周林鄧傑杰倫麗君亮華友菲孫燕姿城故憶待朋淚影角號念紀若離快樂幸福溫柔孤單寂寞青';
const JAPANESE = '夜明東京事変日月雨夏春秋冬花空海風光星歌心恋愛人生君僕私夢声音朝夕雪桜時中大小上下山川田本木林森';

const NEVER = /(?!)/u;

interface DoubleBytes {
  encoding: string;
  /** Letters of this script outside of `frequent` have the weight `rare`, 0 to 1. */
  script: RegExp;
  rare: number;
  frequent: string;
}

const doubleBytes: readonly DoubleBytes[] = [
  { encoding: 'shift_jis', script: /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u, rare: 0.7, frequent: JAPANESE },
  { encoding: 'euc-jp', script: /[\p{Script=Hiragana}\p{Script=Katakana}ー]/u, rare: 0.7, frequent: JAPANESE },
  { encoding: 'euc-kr', script: /\p{Script=Hangul}/u, rare: 0.1, frequent: KOREAN },
  { encoding: 'gbk', script: NEVER, rare: 0, frequent: SIMPLIFIED },
  { encoding: 'big5', script: NEVER, rare: 0, frequent: TRADITIONAL },
];

function scoreDoubleBytes(bytes: Uint8Array): Score[] {
  return doubleBytes.map(({ encoding, script, rare, frequent }) => {
    const text = decode(bytes, encoding);
    const own = Array.from(text ?? '').filter(
      (character) => !SYMBOLS.test(character) && !/[\u3000-\u3020\uff00-\uff5e]/u.test(character),
    );
    const isWriting = (character: string) =>
      /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー・]/u.test(character);
    if (own.length === 0 || !own.every(isWriting) || /[\uff61-\uff9f]/u.test(text ?? '')) return { encoding, score: 0 };
    const common = commonShare(bytes, encoding);
    const sum = own.reduce(
      (all, character) => all + (frequent.includes(character) ? 1 : script.test(character) ? rare : 0),
      0,
    );
    return { encoding, score: 0.45 * common + 0.55 * (sum / own.length) };
  });
}

/** Lead-byte ranges of common characters. */
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
    // Lower trail bytes belong to rare characters, which GBK adds to GB 2312.
    const isWithin = encoding !== 'gbk' || trail >= 0xa1;
    all += 1;
    if (isWithin && COMMON[encoding]?.some(([from, to]) => lead >= from && lead <= to)) common += 1;
  }
  return all === 0 ? 0 : common / all;
}
