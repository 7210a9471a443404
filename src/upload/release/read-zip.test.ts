import { downloadZip } from 'client-zip';
import { expect, it } from 'vitest';
import { makeZip } from '../../testing/zip-files.ts';
import { readZip } from './read-zip.ts';
import { zipTexts } from './zip-texts.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const entry = (path: string, content = path) => ({ path, bytes: bytes(content) });

it('the MP3s of a ZIP are read with their folders, the cover too, and other files are named', async () => {
  const zip = makeZip([
    entry('Tides/CD2/01 Flood.mp3', 'flood'),
    entry('Tides/CD1/01 Low Water.MP3', 'low'),
    entry('Tides/Folder.JPG', 'picture'),
    entry('Tides/notes.txt'),
    entry('Tides/back.png'),
    entry('__MACOSX/Tides/CD1/._01 Low Water.mp3'),
    entry('Tides/.DS_Store'),
  ]);
  const read = await readZip(zip);
  if (read.kind === 'refused') throw new Error(read.text);
  const audio = await Promise.all(
    read.audio.map(async ({ file, folder }) => [folder, file.name, file.type, await file.text()]),
  );
  expect(audio).toEqual([
    ['Tides/CD2', '01 Flood.mp3', 'audio/mpeg', 'flood'],
    ['Tides/CD1', '01 Low Water.MP3', 'audio/mpeg', 'low'],
  ]);
  expect([read.cover?.name, read.cover?.type, await read.cover?.text()]).toEqual([
    'Folder.JPG',
    'image/jpeg',
    'picture',
  ]);
  expect(read.left).toEqual(['Tides/notes.txt', 'Tides/back.png']);
});

it('a ZIP by another writer, stored and with data descriptors, is read', async () => {
  const zip = await downloadZip([{ name: 'Überfahrt 🌊.mp3', input: 'sound' }]).blob();
  const read = await readZip(zip);
  if (read.kind === 'refused') throw new Error(read.text);
  expect(read.audio.map(({ file, folder }) => [folder, file.name])).toEqual([['', 'Überfahrt 🌊.mp3']]);
});

it('names in UTF-8 are read even if the ZIP does not declare UTF-8, and other names in code page 437', async () => {
  const zip = makeZip([{ ...entry('Отлив/潮.mp3'), isUndeclaredUtf8: true }]);
  const read = await readZip(zip);
  if (read.kind === 'refused') throw new Error(read.text);
  expect(read.audio.map(({ file, folder }) => [folder, file.name])).toEqual([['Отлив', '潮.mp3']]);
  const bytes = new Uint8Array(await makeZip([{ ...entry('Fl_t.mp3'), isUndeclaredUtf8: true }]).arrayBuffer());
  // ö in code page 437.
  const cp437 = bytes.map((byte) => (byte === 0x5f ? 0x94 : byte));
  const other = await readZip(new Blob([cp437]));
  if (other.kind === 'refused') throw new Error(other.text);
  expect(other.audio.map(({ file }) => file.name)).toEqual(['Flöt.mp3']);
});

/** The ZIP, in which the bytes of a value, in hex, overwrite its key. Both have the same length. */
async function withBytes(zip: Blob, replaced: Readonly<Record<string, string>>): Promise<Blob> {
  let latin = Buffer.from(await zip.arrayBuffer()).toString('latin1');
  for (const [text, hex] of Object.entries(replaced))
    latin = latin.replaceAll(text, Buffer.from(hex, 'hex').toString('latin1'));
  return new Blob([new Uint8Array(Buffer.from(latin, 'latin1'))]);
}

async function pathsIn(zip: Blob): Promise<string[]> {
  const read = await readZip(zip);
  if (read.kind === 'refused') throw new Error(read.text);
  return read.audio.map(({ file, folder }) => [folder, file.name].filter(Boolean).join('/'));
}

it.each([
  // The second byte of 表 is that of a backslash.
  ['Japanese', { Q_Q_: '955c8ea6', ZZZZZZ: '82b382ad82e7' }, '表示/01 さくら.mp3'],
  // The last byte of the name is that of a backslash.
  ['Japanese', { Q_Q_: '96e996be', ZZZZZZ: '919c93b1955c' }, '夜明/01 像導表.mp3'],
  ['Chinese', { Q_Q_: 'd2b9c7fa', ZZZZZZ: 'd6dcbddcc2d7' }, '夜曲/01 周杰伦.mp3'],
  ['Korean', { Q_Q_: 'babdb3af', ZZZZZZ: 'bec6c0ccc0af' }, '봄날/01 아이유.mp3'],
  ['Russian', { Q_Q_: '8aa8adae', ZZZZZZ: '8fe0a8a2a5e2' }, 'Кино/01 Привет.mp3'],
  ['German', { Q_Q_: '4894942e', ZZZZZZ: '9a62657267e1' }, 'Höö./01 Übergß.mp3'],
])('names of a %s system are read', async (_, replaced, path) => {
  const zip = makeZip([{ ...entry('Q_Q_/01 ZZZZZZ.mp3'), isUndeclaredUtf8: true }]);
  expect(await pathsIn(await withBytes(zip, replaced))).toEqual([path]);
});

it('reads paths that contain backslashes, "." or "..", begin with a slash, or look like a drive', async () => {
  const zip = makeZip([
    entry('Tides\\CD2\\01 Flood.mp3'),
    entry('/Tides/CD1/01 Low.mp3'),
    entry('./Tides/../02 Ebb.mp3'),
    entry('B: Side.mp3'),
    entry('Tides/AC\\DC.mp3'),
    entry('Tides\\cover.jpg'),
    entry('Tides\\', ''),
    entry('./', ''),
    entry('__MACOSX\\Tides\\._01 Low.mp3'),
  ]);
  expect(await pathsIn(zip)).toEqual([
    'Tides/CD2/01 Flood.mp3',
    'Tides/CD1/01 Low.mp3',
    'Tides/02 Ebb.mp3',
    'B: Side.mp3',
    'Tides/AC\\DC.mp3',
  ]);
  expect(await readZip(zip)).toMatchObject({ cover: { name: 'cover.jpg' }, left: [] });
});

it('the hidden files that a Mac adds do not count', async () => {
  const zip = makeZip(
    Array.from({ length: 120 }, (_, at) => [entry(`Tides/${at}.mp3`), entry(`__MACOSX/Tides/._${at}.mp3`)]).flat(),
  );
  expect(await pathsIn(zip)).toHaveLength(120);
});

it('a name that begins with dots is read, and a hidden one is not', async () => {
  const album = '...And Justice for All';
  const zip = makeZip([entry(`${album}/...And Justice.mp3`), entry(`${album}/.hidden.mp3`), entry('._Tides.mp3')]);
  const read = await readZip(zip);
  if (read.kind === 'refused') throw new Error(read.text);
  expect(read.audio.map(({ file, folder }) => [folder, file.name])).toEqual([[album, '...And Justice.mp3']]);
});

it('an MP3 that is too large is named, and not inflated', async () => {
  const huge = { ...entry('huge.mp3'), declaredBytes: 60 * 1024 * 1024 };
  const read = await readZip(makeZip([entry('small.mp3'), huge]));
  if (read.kind === 'refused') throw new Error(read.text);
  expect([read.audio.map(({ file }) => file.name), read.tooLarge]).toEqual([['small.mp3'], ['huge.mp3']]);
});

it.each([
  ['is no ZIP', new Blob(['not a zip at all'.repeat(9)]), zipTexts.broken],
  ['is empty', new Blob([]), zipTexts.broken],
  ['is cut off', makeZip([entry('a.mp3')]).slice(0, 60), zipTexts.broken],
  [
    'inflates to more than it declares',
    makeZip([{ ...entry('a.mp3'), bytes: new Uint8Array(9e6), declaredBytes: 9 }]),
    zipTexts.broken,
  ],
  ['inflates to less than it declares', makeZip([{ ...entry('a.mp3'), declaredBytes: 900 }]), zipTexts.broken],
  ['has a password', makeZip([{ ...entry('a.mp3'), isEncrypted: true }]), zipTexts.locked],
  ['has no MP3', makeZip([entry('a.wav')]), zipTexts.noAudio],
  ['has too many files', makeZip(Array.from({ length: 201 }, (_, at) => entry(`${at}.mp3`))), zipTexts.tooMany],
  [
    'declares more than 1 GB',
    makeZip(Array.from({ length: 30 }, (_, at) => ({ ...entry(`${at}.mp3`), declaredBytes: 50 * 1024 * 1024 }))),
    zipTexts.tooLarge,
  ],
])('a ZIP that %s is refused', async (_, zip, text) => {
  expect(await readZip(zip)).toEqual({ kind: 'refused', text });
});
