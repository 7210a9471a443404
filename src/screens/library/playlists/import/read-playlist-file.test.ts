import { expect, it } from 'vitest';
import { readPlaylistFile } from './read-playlist-file.ts';

const id = '0b9d7c1e-2f34-4a56-8b78-9c0d1e2f3a4b';
const read = (text: string) => readPlaylistFile(new TextEncoder().encode(text).buffer);
const codesOf = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
const namesIn = (bytes: Uint8Array<ArrayBuffer>) =>
  readPlaylistFile(bytes.buffer)?.entries.map(({ artist, title }) => [artist, title]);
const names = (text: string) => namesIn(new TextEncoder().encode(text));
const others = (text: string) => read(text)?.entries.map(({ other }) => other && [other.artist, other.title]);

it('reads our own M3U8, with the page of each track', () => {
  const file = [
    '#EXTM3U',
    '#PLAYLIST:Night bus',
    '#EXTINF:62,Nína - Night - Bus',
    `# https://example.com/track/${id}`,
    'https://example.com/storage/x.mp3',
    '#EXTINF:1,Kiln - מים',
    'https://example.com/storage/y.mp3',
    '',
  ].join('\n');
  expect(read(file)).toEqual({
    title: 'Night bus',
    description: '',
    entries: [
      { artist: 'Nína', title: 'Night - Bus', other: { artist: 'Bus', title: 'Nína - Night' }, trackId: id },
      { artist: 'Kiln', title: 'מים', other: { artist: 'מים', title: 'Kiln' }, trackId: null },
    ],
    leftOut: 0,
  });
});

it('reads an M3U of any player: Windows lines and paths, attributes, file names alone, an old code page', () => {
  expect(names('#EXTM3U\r\n#EXTINF:-1 tvg-id="a",Kiln – Ash\r\nC:\\Music\\x.mp3\r\n')).toEqual([['Kiln', 'Ash']]);
  expect(names('Music/03 - Kiln - Ash.mp3\n../N%C3%ADna - Bus.flac\n')).toEqual([
    ['Kiln', 'Ash'],
    ['Nína', 'Bus'],
  ]);
  const latin = Uint8Array.from(codesOf('#EXTINF:1,N?na - Bus\nx.mp3').map((code) => (code === 63 ? 0xed : code)));
  expect(namesIn(latin)).toEqual([['Nína', 'Bus']]);
  const wide = new Uint8Array([0xff, 0xfe, ...codesOf('#EXTINF:1,A - B\nx.mp3').flatMap((code) => [code, 0])]);
  expect(namesIn(wide)).toEqual([['A', 'B']]);
});

it('reads JSPF', () => {
  const tracks = [
    { title: 'Bus', creator: 'Nína', identifier: [`https://example.com/track/${id.toUpperCase()}`] },
    { title: 'Ash' },
    'nonsense',
  ];
  expect(read(JSON.stringify({ playlist: { title: 'Night', annotation: 'Late', track: tracks } }))).toEqual({
    title: 'Night',
    description: 'Late',
    entries: [
      { artist: 'Nína', title: 'Bus', other: null, trackId: id },
      { artist: '', title: 'Ash', other: null, trackId: null },
    ],
    leftOut: 0,
  });
});

it('reads JSPF without the outer object, with empty fields, and with names only in the locations', () => {
  const tracks = [
    { title: 'Bus', creator: null },
    { title: null, location: ['file:///music/Kiln%20-%20Ash.mp3'] },
    { location: 'C:\\Music\\Kiln - Low.mp3' },
    { title: '' },
    null,
  ];
  expect(names(JSON.stringify({ title: null, track: tracks }))).toEqual([
    ['', 'Bus'],
    ['Kiln', 'Ash'],
    ['Kiln', 'Low'],
  ]);
});

it('reads an M3U whose lines have attributes with commas, no comma, no name, or the artist in a line of its own', () => {
  expect(names('#EXTM3U\n#EXTINF:-1 group-title="x, y" tvg-name="z",Kiln - Ash, late\nx.mp3')).toEqual([
    ['Kiln', 'Ash, late'],
  ]);
  expect(names('#EXTM3U\n#EXTINF:62 Kiln - Ash\nx.mp3\n#EXTINF:62\nNína - Bus.mp3\n#EXTINF:62,\nA - B.mp3')).toEqual([
    ['Kiln', 'Ash'],
    ['Nína', 'Bus'],
    ['A', 'B'],
  ]);
  expect(names('#extm3u\n#extalb:Tides\n#extart:Kiln\n#extinf:62,Ash\nx.mp3\n#extinf:62,Bus\ny.mp3')).toEqual([
    ['Kiln', 'Ash'],
    ['', 'Bus'],
  ]);
});

it("reads 'Title - Artist', the order of Apple Music, as the other reading", () => {
  expect(others('#EXTM3U\n#EXTINF:257,Noël - Live - Kiln\n06 Noël.m4a')).toEqual([['Kiln', 'Noël - Live']]);
  expect(others('Ash,Kiln\nBus,Nína')).toEqual([
    ['Kiln', 'Ash'],
    ['Nína', 'Bus'],
  ]);
});

it('reads paths alone: artist and album in the folders, and addresses', () => {
  const paths = [
    '..\\Kiln\\Tides (Deluxe)\\03. Ash.mp3',
    'E:\\Kiln\\Tides\\CD 2\\06 Low.ape',
    'file:///music/N%C3%ADna/Night%20%26%20Day/01%20Bus.m4b',
    'Music/Ash.mp3',
    'https://example.com/a/b/Kiln%20-%20Ash.mp3?token=a.b/c',
  ];
  expect(names(paths.join('\r\n'))).toEqual([
    ['Kiln / Tides (Deluxe)', 'Ash'],
    ['Kiln / Tides', 'Low'],
    ['Nína / Night & Day', 'Bus'],
    ['', 'Ash'],
    ['Kiln', 'Ash'],
  ]);
  expect(others(paths.join('\n'))).toEqual([['', 'Ash'], ['', 'Low'], ['', 'Bus'], null, null]);
});

it('drops the number before a title if the folders name artist and album; the other reading keeps the number', () => {
  const paths = ['/Kiln/Tides/12 Ash.mp3', '/Kiln/Tides/1-12 Ash.mp3', '24 Hours.mp3'].join('\n');
  expect(names(paths)).toEqual([
    ['Kiln / Tides', 'Ash'],
    ['Kiln / Tides', 'Ash'],
    ['', '24 Hours'],
  ]);
  expect(others(paths)).toEqual([['', '12 Ash'], ['', '1-12 Ash'], null]);
});

it('reads names whose attributes are broken, and those without seconds', () => {
  for (const line of [`-1 tvg-name="6'2" tall",A - B`, '-1 tvg-name="a,A - B', 'A - B', '12 A - B'])
    expect(names(`#EXTM3U\n#EXTINF:${line}\nx.mp3`), line).toEqual([['A', 'B']]);
  const artist = '#EXTM3U\n#EXTART:Various Artists\n#EXTINF:1,Ash\nx.mp3';
  expect([names(artist), others(artist)]).toEqual([[['Various Artists', 'Ash']], [['', 'Ash']]]);
});

it('reads Western names of many languages in their code page', () => {
  const latin = (text: string) => Uint8Array.from(codesOf(`#EXTINF:1,${text}\nx.mp3`));
  for (const name of ['Nordstrøm - Ásgeir', 'Åsa - Mañana', 'NOËL - Die Ärzte', 'Jää-äär - Virtù'])
    expect(namesIn(latin(name)), name).toEqual([name.split(' - ')]);
});

it('reads files with few control characters, and with a location that is a deeply nested list', () => {
  expect(names('#EXTM3U\n#EXTINF:1,A - B\nx.mp3\n\u001a')).toEqual([['A', 'B']]);
  expect(names('artist,title\nKi\u0000ln,Ash\n')).toEqual([['Kiln', 'Ash']]);
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  expect(names(`{"track": [{"title": "Ash", "location": ${deep}}]}`)).toEqual([['', 'Ash']]);
});

it('reads a long field with many quotes as one field', () => {
  const field = 'x"'.repeat(200_000);
  expect(names(`artist,title\nKiln,${field}`)).toEqual([['Kiln', field]]);
});

it('reads the code pages of Russian and Japanese systems, and UTF-16 without a mark', () => {
  const m3u = (hex: string) =>
    new Uint8Array(Buffer.from(`${Buffer.from('#EXTINF:1,').toString('hex')}${hex}0a78`, 'hex'));
  expect(namesIn(m3u('cae8edee202d20c3f0f3efefe020eaf0eee2e8'))).toEqual([['Кино', 'Группа крови']]);
  expect(namesIn(m3u('938c8b9e8e9695cf202d2096e996be82af'))).toEqual([['東京事変', '夜明け']]);
  const wide = codesOf('#EXTINF:1,A - B\nx.mp3');
  expect(namesIn(new Uint8Array(wide.flatMap((code) => [code, 0])))).toEqual([['A', 'B']]);
  expect(namesIn(new Uint8Array(wide.flatMap((code) => [0, code])))).toEqual([['A', 'B']]);
});

it('reads tables with named columns in any order, with quotes, semicolons and tabs, and two columns without names', () => {
  expect(names('Track URI,Track Name,Artist Name(s)\nx,"Bus, late","Nína ""N"""\n,Ash,Kiln\n')).toEqual([
    ['Nína "N"', 'Bus, late'],
    ['Kiln', 'Ash'],
  ]);
  expect(names('\ufeffArtist;Title\r\nKiln;Ash\r\n')).toEqual([['Kiln', 'Ash']]);
  expect(names('title\tartist\n"two\nlines"\tKiln')).toEqual([['Kiln', 'two\nlines']]);
  expect(names('Kiln,Ash\nNína,Bus\n')).toEqual([
    ['Kiln', 'Ash'],
    ['Nína', 'Bus'],
  ]);
});

it.each([
  ['Exportify', 'Track URI,Track Name,Album Name,Artist Name(s)\nx,Ash,Tides,Kiln'],
  ['Exportify in German', '"Track-URI","Track-Name","Künstler-URI(s)","Künstlername(n)"\n"x","Ash","y","Kiln"'],
  ['Exportify in French', "URI du titre,Nom du titre,URI(s) de l'artiste,Nom(s) de l'artiste\nx,Ash,y,Kiln"],
  ['Exportify in Spanish', 'URI de la canción,Nombre de la canción,Nombre(s) del artista\nx,Ash,Kiln'],
  ['Exportify in Japanese', 'トラックURI,トラック名,アーティストURI,アーティスト名\nx,Ash,y,Kiln'],
  ['Exportify in Greek', 'URI κομματιού,Όνομα κομματιού,Όνομα/τα καλλιτέχνη\nx,Ash,Kiln'],
  ['TuneMyMusic', 'Track name,Artist name,Album,Playlist name,Type,ISRC\n"Ash","Kiln","Tides","Mine","Playlist","x"'],
  ['Soundiiz', '\ufefftitle;artist;album;isrc\r\n"Ash";"Kiln";"Tides";"x"\r\n'],
  [
    'Last.fm',
    'uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n"1","x","Kiln","","Tides","","Ash",""',
  ],
  ['a player with numbers', 'Name,Artist,Track #,Artist #\nAsh,Kiln,3,4'],
  ['Shazam', 'Shazam Library\nIndex,TagTime,Title,Artist,URL,TrackKey\n1,2020-01-01,"Ash","Kiln",x,1'],
  ['Apple Music in German', 'Name\tKünstler\tKomponist\tAlbum\rAsh\tKiln\t\tTides\r'],
  ['Excel', 'sep=;\r\nTitel;Interpret\r\nAsh;Kiln\r\n'],
  ['a person, with spaces before quotes', 'TITLE, ARTIST\n"Ash", "Kiln"'],
])('reads the table of %s', (_, text) => {
  expect(names(text)).toEqual([['Kiln', 'Ash']]);
});

it('reads the first of several artists as the other reading', () => {
  const text = 'Track Name,Artist Name(s)\nAsh,"Kiln, Nína"\nBus,Nína;Kiln\nLow,Kiln\nEbb,", The Band"';
  expect(others(text)).toEqual([['Kiln', 'Ash'], ['Nína', 'Bus'], null, ['The Band', 'Ebb']]);
});

it('does not read the rest of a table as one field if a quote has no end', () => {
  expect(names('artist,title\nKiln,"Ash\nNína,Bus')).toEqual([
    ['Kiln', '"Ash'],
    ['Nína', 'Bus'],
  ]);
});

it('reads a thousand entries at most, says how many more there are, and reads nothing from other files', () => {
  const long = read(`artist,title\n${'Kiln,Ash\n'.repeat(10_000)}`);
  expect([long?.entries.length, long?.leftOut]).toEqual([1000, 9000]);
  expect(readPlaylistFile(Uint8Array.from(codesOf('ID3\u0003\u0000,\n\u00ff,\u00fb')).buffer)).toBeNull();
  for (const text of [
    '',
    'Just a text.\nOf two lines.',
    '{"a": 1}',
    '{"playlist": {"track": []}}',
    '#EXTM3U\n',
    '{',
    'artist,title\n',
  ])
    expect(read(text), text).toBeNull();
});
