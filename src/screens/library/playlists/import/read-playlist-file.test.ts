import { expect, it } from 'vitest';
import { readPlaylistFile } from './read-playlist-file.ts';

const id = '0b9d7c1e-2f34-4a56-8b78-9c0d1e2f3a4b';
const read = (text: string) => readPlaylistFile(new TextEncoder().encode(text).buffer);
const codesOf = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
const names = (text: string) => read(text)?.entries.map(({ artist, title }) => [artist, title]);

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
      { artist: 'Nína', title: 'Night - Bus', trackId: id },
      { artist: 'Kiln', title: 'מים', trackId: null },
    ],
  });
});

it('reads an M3U of any player: Windows lines and paths, attributes, file names alone, an old code page', () => {
  expect(names('#EXTM3U\r\n#EXTINF:-1 tvg-id="a",Kiln – Ash\r\nC:\\Music\\x.mp3\r\n')).toEqual([['Kiln', 'Ash']]);
  expect(names('Music/03 - Kiln - Ash.mp3\n../N%C3%ADna - Bus.flac\n')).toEqual([
    ['Kiln', 'Ash'],
    ['Nína', 'Bus'],
  ]);
  const latin = Uint8Array.from(codesOf('#EXTINF:1,N?na - Bus\nx.mp3').map((code) => (code === 63 ? 0xed : code)));
  expect(readPlaylistFile(latin.buffer)?.entries).toEqual([{ artist: 'Nína', title: 'Bus', trackId: null }]);
  const wide = new Uint8Array([0xff, 0xfe, ...codesOf('#EXTINF:1,A - B\nx.mp3').flatMap((code) => [code, 0])]);
  expect(readPlaylistFile(wide.buffer)?.entries).toEqual([{ artist: 'A', title: 'B', trackId: null }]);
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
      { artist: 'Nína', title: 'Bus', trackId: id },
      { artist: '', title: 'Ash', trackId: null },
    ],
  });
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

it('reads a thousand entries at most, and nothing from other files', () => {
  expect(read(`artist,title\n${'Kiln,Ash\n'.repeat(1500)}`)?.entries.length).toBe(1000);
  for (const text of ['', 'Just a text.\nOf two lines.', '{"a": 1}', '{"playlist": {"track": []}}', '#EXTM3U\n', '{'])
    expect(read(text), text).toBeNull();
});
