import { expect, it } from 'vitest';
import { readLegacy } from './legacy-text.ts';

/** ID3 parsers read each byte as one Latin-1 character. */
const latin = (hex: string) => Buffer.from(hex, 'hex').toString('latin1');

it.each<[encoding: string, texts: string[], bytes: string[]]>([
  [
    'windows-1251',
    ['Кино', 'Группа крови', 'Звезда по имени Солнце'],
    ['cae8edee', 'c3f0f3efefe020eaf0eee2e8', 'c7e2e5e7e4e020efee20e8ece5ede820d1eeebedf6e5'],
  ],
  ['windows-1251', ['Привет', 'Инес Калдер'], ['cff0e8e2e5f2', 'c8ede5f120cae0ebe4e5f0']],
  ['windows-1251', ['Ночь'], ['cdeef7fc']],
  ['shift_jis', ['夜明け', '東京事変'], ['96e996be82af', '938c8b9e8e9695cf']],
  ['shift_jis', ['さくら', 'サカナクション'], ['82b382ad82e7', '8354834a8369834e835683878393']],
  ['gbk', ['月亮代表我的心', '邓丽君'], ['d4c2c1c1b4fab1edced2b5c4d0c4', 'b5cbc0f6befd']],
  ['gbk', ['夜曲', '周杰伦'], ['d2b9c7fa', 'd6dcbddcc2d7']],
  ['big5', ['夜曲', '周杰倫'], ['a95da6b1', 'a950aa4eaddb']],
  ['big5', ['月亮代表我的心', '鄧麗君'], ['a4ebab47a54eaaeda7daaabaa4df', 'be48c452a767']],
  ['euc_kr', ['봄날', '방탄소년단'], ['babdb3af', 'b9e6c5babcd2b3e2b4dc']],
  ['euc_kr', ['밤편지', '아이유'], ['b9e3c6edc1f6', 'bec6c0ccc0af']],
  ['cp1250', ['Žluťoučký kůň', 'Dvořák'], ['8e6c759d6f75e86bfd206bf9f2', '44766ff8e16b']],
  ['cp1250', ['Świat się śmieje', 'Łódź'], ['8c77696174207369ea209c6d69656a65', 'a3f3649f']],
  ['cp1250', ['Szerelem', 'Őszi szűrő'], ['537a6572656c656d', 'd5737a6920737afb72f5']],
  ['cp1253', ['Ζεϊμπέκικο', 'Μάνος Χατζιδάκις'], ['c6e5faecf0ddeae9eaef', 'ccdcedeff220d7e1f4e6e9e4dceae9f2']],
  ['cp1253', ['Νύχτα', 'Αθήνα'], ['cdfdf7f4e1', 'c1e8deede1']],
  ['cp1255', ['ירושלים של זהב', 'נעמי שמר'], ['e9f8e5f9ece9ed20f9ec20e6e4e1', 'f0f2eee920f9eef8']],
  ['cp1255', ['לילה', 'עופרה חזה'], ['ece9ece4', 'f2e5f4f8e420e7e6e4']],
  ['koi8_r', ['Кино', 'Группа крови'], ['ebc9cecf', 'e7d2d5d0d0c120cbd2cfd7c9']],
  ['latin1', ['Überfahrt', 'Motörhead'], ['dc6265726661687274', '4d6f74f67268656164']],
  ['latin1', ['Café del Mar', 'Sigur Rós'], ['436166e92064656c204d6172', '53696775722052f373']],
  ['latin1', ['Ágætis byrjun', 'Björk'], ['c167e6746973206279726a756e', '426af6726b']],
  ['latin1', ['Nação Zumbi', 'Maracatu Atômico'], ['4e61e7e36f205a756d6269', '4d61726163617475204174f46d69636f']],
  ['latin1', ['Señor', 'El Niño'], ['5365f16f72', '456c204e69f16f']],
  [
    'cp1252',
    ['Don’t “Stop”', 'L’Impératrice – Voyage'],
    ['446f6e9274209353746f7094', '4c92496d70e972617472696365209620566f79616765'],
  ],
  ['latin1', ['Ærø', 'Øresund'], ['c672f8', 'd8726573756e64']],
  ['latin1', ['Été', 'À la plage'], ['c974e9', 'c0206c6120706c616765']],
  ['utf8', ['Кино', 'Группа крови'], ['d09ad0b8d0bdd0be', 'd093d180d183d0bfd0bfd0b020d0bad180d0bed0b2d0b8']],
  ['latin1', ['Für Elise', 'Ägypten'], ['46fc7220456c697365', 'c467797074656e']],
  ['latin1', ['Æ', 'Ø'], ['c6', 'd8']],
  ['cp1254', ['Şımarık', 'Tarkan Kış Güneşi'], ['defd6d6172fd6b', '5461726b616e204bfdfe2047fc6e65fe69']],
  ['cp1254', ['İki İnsan Güneşi'], ['dd6b6920dd6e73616e2047fc6e65fe69']],
  ['cp1251', ['ДДТ', 'Осень'], ['c4c4d2', 'cef1e5edfc']],
  ['latin1', ['Jóga', 'Múm'], ['4af36761', '4dfa6d']],
  ['latin1', ['Naïve', 'Noël'], ['4e61ef7665', '4e6feb6c']],
  ['latin1', ['Þórr', 'Ísland'], ['def37272', 'cd736c616e64']],
  [
    'windows-1251',
    ['Мумий Тролль', 'Владивосток 2000'],
    ['ccf3ece8e920d2f0eeebebfc', 'c2ebe0e4e8e2eef1f2eeea2032303030'],
  ],
  ['windows-1251', ['Океан Ельзи', 'Обійми'], ['ceeae5e0ed20c5ebfce7e8', 'cee1b3e9ece8']],
  ['windows-1251', ['Земфира', 'Искала'], ['c7e5ecf4e8f0e0', 'c8f1eae0ebe0']],
  [
    'windows-1251',
    ['Би-2', 'Полковнику никто не пишет'],
    ['c1e82d32', 'cfeeebeaeee2ede8eaf320ede8eaf2ee20ede520efe8f8e5f2'],
  ],
  ['windows-1251', ['Ленинград', 'WWW'], ['cbe5ede8ede3f0e0e4', '575757']],
  ['windows-1251', ['Сплин', 'Выхода нет'], ['d1efebe8ed', 'c2fbf5eee4e020ede5f2']],
  ['windows-1251', ['Аквариум', 'Город золотой'], ['c0eae2e0f0e8f3ec', 'c3eef0eee420e7eeebeef2eee9']],
  ['shift_jis', ['君の名は', 'RADWIMPS'], ['8c4e82cc96bc82cd', '52414457494d5053']],
  ['shift_jis', ['千本桜', '初音ミク'], ['90e7967b8df7', '8f8989b9837e834e']],
  ['shift_jis', ['ドライフラワー', '優里'], ['83688389834383748389838f815b', '974497a2']],
  ['shift_jis', ['紅蓮華', 'LiSA'], ['8d67984089d8', '4c695341']],
  ['shift_jis', ['前前前世'], ['914f914f914f90a2']],
  ['shift_jis', ['うっせぇわ', 'Ado'], ['82a482c182b982a582ed', '41646f']],
  ['gbk', ['红豆', '王菲'], ['baecb6b9', 'cdf5b7c6']],
  ['gbk', ['演员', '薛之谦'], ['d1ddd4b1', 'd1a6d6aec7ab']],
  ['gbk', ['光辉岁月', 'Beyond'], ['b9e2bbd4cbead4c2', '4265796f6e64']],
  ['gbk', ['晴天'], ['c7e7ccec']],
  ['gbk', ['平凡之路'], ['c6bdb7b2d6aec2b7']],
  ['windows-1251', ['Перемен'], ['cfe5f0e5ece5ed']],
  ['windows-1251', ['Мурка'], ['ccf3f0eae0']],
  [
    'gbk',
    ['隐形纪念（电影海角七号中孝介各', '蔡淳佳', '回到最初'],
    ['d2fed0cebccdc4eea3a8b5e7d3b0baa3bdc7c6dfbac5d6d0d0a2bde9b8f7', 'b2ccb4bebcd1', 'bbd8b5bdd7eeb3f5'],
  ],
  ['big5', ['青花瓷', '周杰倫'], ['ab43aae1b2a1', 'a950aa4eaddb']],
  ['big5', ['海闊天空', 'Beyond'], ['aefcc1efa4d1aac5', '4265796f6e64']],
  ['big5', ['小幸運', '田馥甄'], ['a470a9afb942', 'a5d0c34cbac2']],
  ['big5', ['倔強', '五月天'], ['adcfb16a', 'a4ada4eba4d1']],
  ['big5', ['光年之外', '鄧紫棋'], ['a5faa67ea4a7a57e', 'be48b5b5b4d1']],
  ['euc_kr', ['좋은 날', '아이유'], ['c1c1c0ba20b3af', 'bec6c0ccc0af']],
  ['euc_kr', ['강남스타일', '싸이'], ['b0adb3b2bdbac5b8c0cf', 'bdcec0cc']],
  ['euc_kr', ['거짓말', '빅뱅'], ['b0c5c1feb8bb', 'baf2b9f0']],
  ['euc_kr', ['벚꽃 엔딩', '버스커 버스커'], ['baa2b2c920bfa3b5f9', 'b9f6bdbac4bf20b9f6bdbac4bf']],
  ['euc_kr', ['눈의 꽃', '박효신'], ['b4abc0c720b2c9', 'b9dac8bfbdc5']],
  ['cp1250', ['Kryštof', 'Lolita'], ['4b72799a746f66', '4c6f6c697461']],
  [
    'cp1250',
    ['Myslovitz', 'Długość dźwięku samotności'],
    ['4d79736c6f7669747a', '44b375676f9ce620649f7769ea6b752073616d6f746e6f9c6369'],
  ],
  ['cp1250', ['Bijelo Dugme', 'Đurđevdan'], ['42696a656c6f204475676d65', 'd07572f0657664616e']],
  ['cp1250', ['Omega', 'Gyöngyhajú lány'], ['4f6d656761', '4779f66e677968616afa206ce16e79']],
  ['cp1253', ['Ελευθερία Αρβανιτάκη', 'Δυνατά'], ['c5ebe5f5e8e5f1dfe120c1f1e2e1ede9f4dceae7', 'c4f5ede1f4dc']],
  ['cp1253', ['Σωκράτης Μάλαμας', 'Πριγκιπέσα'], ['d3f9eaf1dcf4e7f220ccdcebe1ece1f2', 'd0f1e9e3eae9f0ddf3e1']],
  ['cp1253', ['ΠΥΞ ΛΑΞ', 'Μοναξιά μου όλα'], ['d0d5ce20cbc1ce', 'ccefede1eee9dc20eceff520fcebe1']],
  ['cp1255', ['שלמה ארצי', 'תתארו לכם'], ['f9eceee420e0f8f6e9', 'fafae0f8e520ecebed']],
  ['cp1255', ['אריק איינשטיין', 'אני ואתה'], ['e0f8e9f720e0e9e9f0f9e8e9e9ef', 'e0f0e920e5e0fae4']],
  [
    'latin1',
    ['Édith Piaf', 'Non, je ne regrette rien'],
    ['c9646974682050696166', '4e6f6e2c206a65206e65207265677265747465207269656e'],
  ],
  ['latin1', ['Röyksopp', 'Så Lenge'], ['52f6796b736f7070', '53e5204c656e6765']],
  ['latin1', ['Mötley Crüe', 'Dr. Feelgood'], ['4df6746c6579204372fc65', '44722e204665656c676f6f64']],
  ['latin1', ['Björk', 'Jóga (Århus remix)'], ['426af6726b', '4af367612028c5726875732072656d697829']],
  ['latin1', ['João Gilberto', 'Águas de Março'], ['4a6fe36f2047696c626572746f', 'c167756173206465204d6172e76f']],
  ['latin1', ['Ólafur Arnalds & Hélène', 'Été'], ['d36c616675722041726e616c647320262048e96ce86e65', 'c974e9']],
  ['cp1252', ['Beyoncé', 'Déjà Vu'], ['4265796f6e63e9', '44e96ae0205675']],
  [
    'latin1',
    ['Rosalía', 'MALAMENTE (Cap.1: Augurio) ÑO'],
    ['526f73616ced61', '4d414c414d454e544520284361702e313a204175677572696f2920d14f'],
  ],
])('readLegacy() decodes %s: %j', (_, texts, bytes) => {
  expect(readLegacy(bytes.map(latin))).toEqual(texts);
});

it('readLegacy() returns an empty text if the encoding is ambiguous', () => {
  // Rare Chinese characters that may be Korean, letters that fit several alphabets, and symbols.
  for (const hex of ['c1fabeedb7e7', 'cde5', 'b0aeaa4d']) expect(readLegacy([latin(hex)])).toEqual(['']);
});

it('readLegacy() leaves correctly read texts unchanged, in Latin-1 or not', () => {
  const texts = ['Кино', '夜明け', 'Şımarık', 'plain', '', 'Überfahrt 🌊', 'São Tomé & Ñandú'];
  expect(readLegacy(texts)).toEqual(texts);
});

it('readLegacy() decodes text that was misread as windows-1252', () => {
  expect(readLegacy([new TextDecoder('windows-1252').decode(Buffer.from('c3e5f0eee920ede0f8e5e3ee', 'hex'))])).toEqual([
    'Герой нашего',
  ]);
});

it.each([
  // Texts cut at 30 bytes; the last byte is the first half of a character.
  ['Песня о приливе', 'd09fd0b5d181d0bdd18f20d0be20d0bfd180d0b8d0bbd0b8d0b2d0b520d0', 'Песня о приливе'],
  [
    'A夜明けの海を渡る風と星の歌声',
    '4196e996be82af82cc8a4382f0936e82e9959782c690af82cc89cc90ba82',
    'A夜明けの海を渡る風と星の歌声',
  ],
])('the last character of %j is left out if ID3v1 kept only its first half', (_, hex, title) => {
  expect(readLegacy([latin(hex)])).toEqual([title]);
});

it('the last letter of a text that just fits ID3v1 stays', () => {
  // windows-1251
  expect(readLegacy([latin('cfe5f1edff20ee20eff0e8ebe8e2e520e820eef2ebe8e2e520ede020ecee')])).toEqual([
    'Песня о приливе и отливе на мо',
  ]);
});

it.each([
  'xxLa longue nuit de la liberté',
  'Und dann kam der Regen in Köln',
  'xIl etait une fois la societés',
  'Una canción de los pescadoresñ',
])('the accents at the end of %j stay, though they look like a cut character of UTF-8', (title) => {
  expect(title).toHaveLength(30);
  expect(readLegacy([title, 'Anna', 'Album'])).toEqual([title, 'Anna', 'Album']);
});
