import { expect, it } from 'vitest';
import { hasAll, searchText, termsOf } from './search-words.ts';

const finds = (search: string, ...fields: string[]) => hasAll(termsOf(search))(searchText(fields));

const found: Readonly<Record<string, readonly string[]>> = {
  'Lo-Fi': ['lofi', 'lo fi', 'lo-fi', 'LoFi', 'Lo‐Fi', 'lo_fi', 'lo', 'lof'],
  Lofi: ['lofi', 'lo fi', 'lo-fi'],
  'Hip-Hop': ['hiphop', 'hip hop', 'hip-hop', 'HipHop', 'hiph'],
  'R&B': ['rnb', 'r&b', 'R & B', 'r n b', "r'n'b", 'R’n’B', 'R and B', 'randb', 'r&', 'ｒ＆ｂ'],
  RnB: ['rnb', 'r&b', 'r and b', 'r n b'],
  'Drum & Bass': [
    'dnb',
    'd&b',
    'd n b',
    'd and b',
    'drum and bass',
    'drum n bass',
    "drum'n'bass",
    'drum&bass',
    'drum bass',
    'drumnbass',
    'drum &',
  ],
  DnB: ['drum and bass', 'd&b', 'dnb'],
  'Soul & Funk': ['soul and funk', 'soul n funk', 'soul funk', 'soul&funk', 'funk soul'],
  Afrobeats: ['afrobeat', 'afro beats', 'afro-beat', 'afro beat'],
  Dubstep: ['dub step', 'dub-step', 'dubstep'],
  'Don’t Stop': ["don't", 'dont', 'don’t', 'don`t', 'don´t', 'don t', 'stop dont'],
  Dont: ["don't", 'dont'],
  "Rock 'n' Roll": ['rock and roll', 'rock & roll', 'rock n roll', 'rocknroll', "rock'n'roll"],
  'Rock & Roll': ['rock and roll', 'rocknroll', 'rock n roll'],
  'N.W.A.': ['nwa', 'n.w.a', 'n w a'],
  'N. W. A.': ['nwa', 'n.w.a.'],
  'AC/DC': ['acdc', 'ac dc', 'ac/dc', 'ac-dc'],
  'Jay-Z': ['jayz', 'jay z', 'jay-z'],
  "O'Connor": ['oconnor', "o'connor", 'o connor', 'connor'],
  'Florence + The Machine': ['florence and the machine', 'florence the machine', 'florence + the machine'],
  'Simon & Garfunkel': ['simon and garfunkel', 'simon garfunkel', 'garfunkel & simon'],
  'high energy mix': ['high-energy-mix'],
  'M&M': ['m&m', 'm and m'],
  '!!!': ['!!!'],
  'A🎤': ['🎤', 'a'],
};

it.each(Object.entries(found))('%s is found as people type it', (text, searches) => {
  for (const search of searches) expect([search, finds(search, 'Other', text)]).toEqual([search, true]);
});

it('joined words match only from the beginning of a word', () => {
  expect(finds('art', 'Clear Tram')).toBe(false);
  expect(finds('lo fi', 'Slow Fire')).toBe(false);
  expect(finds('r and b', 'Brand Bar')).toBe(false);
  expect(finds('m&m', 'Mum And Me')).toBe(false);
});

it('words of two fields are not joined', () => {
  expect(finds('nighttram', 'Night', 'Tram')).toBe(false);
});

it('each term must be found', () => {
  expect(finds('lofi night', 'Lo-Fi')).toBe(false);
  expect(finds('lofi night', 'Lo-Fi', 'Night')).toBe(true);
});

it.each([
  ['lo fi beats', ['lofi', 'beats']],
  ['soul and funk', ['soul', 'funk']],
  ['r & b live', ['randb', 'live']],
  ['x and y', ['xandy']],
  ['r and soul', ['r', 'soul']],
  ['soul and x', ['soul', 'x']],
  ['live n w a', ['live', 'nwa']],
  ['n w a live', ['nwa', 'live']],
  ['n.w.a', ['nwa']],
  ['r.e.m b', ['rem', 'b']],
  ['one-a-two', ['one', 'a', 'two']],
  ['jay-z live', ['jayz', 'live']],
  ['tik-tok-toe', ['tik', 'tok', 'toe']],
  ['drum and bass mix', ['drumandbass', 'mix']],
  ['one-and-two', ['oneandtwo']],
  ['!!! ???', ['!!!']],
  ['? ??', ['??']],
  ['!! and', ['!!']],
  ['and', ['and']],
  ['  ', []],
])('the terms of “%s” are %o', (search, terms) => {
  expect(termsOf(search)).toEqual(terms);
});

it.each([
  ['Night', undefined],
  ['high energy mix', ['highenergy', 'energymix']],
  ['Soul & Funk', ['souland', 'soulandfunk', 'soulnfunk', 'andfunk']],
  ['Night and', ['nightand']],
  ['N W A Live', ['nw', 'nwa', 'wa', 'alive']],
  ['Tik-Tok-Toe live', ['tiktok', 'toktoe', 'toelive', 'tiktoktoe', 'live']],
  ['RnB', ['rnb', 'randb', 'rnb', 'rhythmandblues']],
])('“%s” is also found by the joined words %o', (field, words) => {
  expect(searchText([field]).joined).toBe(words?.map((word) => `\n${word}`).join(''));
});

it('equal fields are searched once', () => {
  expect(searchText(['Lo-Fi', 'Lo-Fi', 'Night'])).toEqual({ text: 'lo fi\nnight', joined: '\nlofi' });
});

it('a single punctuation mark is no search term', () => {
  expect(termsOf('"')).toEqual([]);
  expect(termsOf('( live')).toEqual(['live']);
});
