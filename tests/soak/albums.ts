import { readFileSync } from 'node:fs';
import { fixture } from '../e2e/upload-page.ts';
import type { Album, AlbumTrack } from './make-album.ts';

const cover = readFileSync(fixture('cover.png'));
const rubbish = Buffer.from('written by a system');

const two = (number: number) => String(number).padStart(2, '0');

interface TagsOf {
  album: string;
  artist: string;
  titles: readonly string[];
}

const numbered = ({ album, artist, titles }: TagsOf, pathOf: (title: string, at: number) => string): AlbumTrack[] =>
  titles.map((title, at) => ({
    path: pathOf(title, at),
    title,
    tags: { title, artist, album, track: `${at + 1}/${titles.length}` },
  }));

const untagged = (titles: readonly string[], pathOf: (title: string, at: number) => string): AlbumTrack[] =>
  titles.map((title, at) => ({ path: pathOf(title, at), title }));

const tides = ['Low Water', 'Slack', 'Flood', 'High Water', 'Ebb'];
const twelve = [...tides, 'Neap', 'Spring', 'Seiche', 'Bore', 'Rip', 'Undertow', 'Last Light - Live'];

/** From each, the form makes a release although the person chooses only a genre. `title` is the title of the release. */
export const albums: readonly (Album & { title: string })[] = [
  {
    name: 'ID3v2.3, numbers like 3-12, a cover in the tags',
    title: 'Tide Tables',
    id3: 'ID3v2.3',
    hasCoverInTags: true,
    tracks: numbered({ album: 'Tide Tables', artist: 'Ines Calder', titles: twelve }, (title) => `${title}.mp3`),
    drop: 'files',
  },
  {
    name: 'ID3v2.4, Japanese, some numbers only in the names',
    title: '潮見表',
    id3: 'ID3v2.4',
    tracks: ['夜明け', 'さざなみ', '満潮', '渡り鳥'].map((title, at) => ({
      path: `${two(at + 1)} ${title}.mp3`,
      title,
      tags: { title, artist: '海野 凪', album: '潮見表', ...(at % 2 === 0 && { track: String(at + 1) }) },
    })),
    drop: 'files',
  },
  {
    name: 'ID3v1 alone',
    title: 'Short Names',
    id3: 'none',
    tracks: ['Marée basse', 'Étale', 'Flot'].map((title, at) => ({
      path: `track${3 - at}.mp3`,
      title,
      oldTag: { title, artist: 'Inès Calder', album: 'Short Names', track: at + 1, encoding: 'windows-1252' },
    })),
    drop: 'files',
  },
  {
    name: 'ID3v1 in windows-1251',
    title: 'Прилив',
    id3: 'none',
    tracks: ['Малая вода', 'Отлив над заливом', 'Песня о приливе и отливе на мо'].map((title, at) => ({
      path: `track${3 - at}.mp3`,
      title,
      oldTag: { title, artist: 'Инес Калдер', album: 'Прилив', track: at + 1, encoding: 'windows-1251' },
    })),
    drop: 'files',
  },
  {
    name: 'ID3v1 in Shift-JIS, a title cut within a character',
    title: '夜明けの海',
    id3: 'none',
    tracks: [
      ['さくら', 'さくら'],
      ['A夜明けの海を渡る風と星の歌声と', 'A夜明けの海を渡る風と星の歌声'],
      ['サカナの歌', 'サカナの歌'],
    ].map(([written = '', title = ''], at) => ({
      path: `track${3 - at}.mp3`,
      title,
      oldTag: { title: written, artist: '海野凪', album: '夜明けの海', track: at + 1, encoding: 'shift_jis' },
    })),
    drop: 'files',
  },
  {
    name: 'Ines Calder - Untagged (2021)',
    title: 'Untagged',
    id3: 'none',
    tracks: untagged(twelve, (title, at) => `${two(at + 1)} - ${title}.mp3`),
    others: { 'cover.png': cover, '.DS_Store': rubbish, 'Thumbs.db': rubbish },
    drop: 'folder',
  },
  {
    name: 'Numbers and Dots',
    title: 'Numbers and Dots',
    id3: 'none',
    tracks: untagged(twelve, (title, at) => `${at + 1}. ${title}.mp3`),
    drop: 'folder',
  },
  {
    name: 'Two Sides',
    title: 'Two Sides',
    id3: 'none',
    tracks: untagged(twelve, (title, at) => `${at < 6 ? 'A' : 'B'}${(at % 6) + 1} ${title}.mp3`),
    drop: 'folder',
  },
  {
    name: 'names with artist and album',
    title: 'Tide Tables',
    id3: 'none',
    tracks: untagged(tides, (title, at) => `Ines Calder - Tide Tables - ${two(at + 1)} ${title}.mp3`),
    drop: 'files',
  },
  {
    name: 'two discs by their tags',
    title: 'Both Shores',
    id3: 'ID3v2.4',
    tracks: twelve.map((title, at) => ({
      path: `${title}.mp3`,
      title,
      tags: {
        title,
        artist: 'Ines Calder',
        album: 'Both Shores',
        disc: `${at < 6 ? 1 : 2}/2`,
        track: `${(at % 6) + 1}/6`,
      },
    })),
    drop: 'files',
  },
  {
    name: 'Two Folders',
    title: 'Two Folders',
    id3: 'none',
    tracks: untagged(tides, (title, at) => `CD${at < 3 ? 1 : 2}/${two((at % 3) + 1)} ${title}.mp3`),
    others: { 'cover.png': cover },
    drop: 'folder',
  },
  {
    name: 'various artists',
    title: 'Harbour Voices',
    id3: 'ID3v2.3',
    tracks: tides.map((title, at) => ({
      path: `${title}.mp3`,
      title,
      tags: {
        title,
        artist: ['Ghost Tram', 'Kite Weather', 'Инес', 'The Outsiders', 'Ines Calder'][at] ?? '',
        album: 'Harbour Voices',
        album_artist: 'Various Artists',
        track: String(at + 1),
      },
    })),
    drop: 'files',
  },
  {
    name: 'Отливы',
    title: 'Отливы',
    id3: 'none',
    tracks: untagged(['Малая вода', 'Прилив', '潮', 'المد والجزر'], (title, at) => `${two(at + 1)} ${title}.mp3`),
    others: { 'cover.jpg': cover, '.DS_Store': rubbish, '__MACOSX/Отливы/._01 Малая вода.mp3': rubbish },
    drop: 'zip',
  },
  {
    name: 'Arabic, with a cover beside',
    title: 'المد والجزر',
    id3: 'ID3v2.3',
    tracks: numbered(
      { album: 'المد والجزر', artist: 'إيناس', titles: ['الماء المنخفض', 'الفيضان', 'الجزر'] },
      (title) => `${title}.mp3`,
    ),
    others: { 'front.png': cover },
    drop: 'files',
  },
];
