import { expect, it } from 'vitest';
import { readDropped } from './found-files.ts';

const entryOf = (name: string, parts: object) => ({ name, isFile: false, isDirectory: false, ...parts });
const file = (name: string) =>
  entryOf(name, { isFile: true, file: (done: (file: File) => void) => done(new File(['sound'], name)) });
const unreadableFile = (name: string) =>
  entryOf(name, { isFile: true, file: (_done: unknown, fail: (error: Error) => void) => fail(new Error('locked')) });
const folder = (name: string, ...calls: (readonly object[] | 'fails')[]) =>
  entryOf(name, {
    isDirectory: true,
    createReader: () => {
      const left = [...calls];
      return {
        readEntries(done: (some: readonly object[]) => void, fail: (error: Error) => void) {
          const next = left.shift() ?? [];
          if (next === 'fails') fail(new Error('locked'));
          else done(next);
        },
      };
    },
  });

/** A drop of one folder. */
const drop = (entry: object) =>
  ({ items: [{ kind: 'file', webkitGetAsEntry: () => entry }], files: [] }) as unknown as DataTransfer;
const paths = async (entry: object) =>
  (await readDropped(drop(entry))).map((found) => `${found.folder}/${found.file.name} ${found.file.size}`);

it('reads folders to their end, in parts of a hundred, and skips files that systems write', async () => {
  const never = folder('.git', 'fails');
  expect(
    await paths(
      folder(
        'Tides',
        [file('1.mp3'), never, file('.DS_Store')],
        [folder('CD2', [file('2.mp3')])],
        [folder('__MACOSX')],
      ),
    ),
  ).toEqual(['Tides/1.mp3 5', 'Tides/CD2/2.mp3 5']);
});

it('counts an unreadable file or folder as an empty file, and reads the rest', async () => {
  expect(await paths(folder('Tides', [unreadableFile('1.mp3'), folder('CD2', 'fails'), file('3.mp3')]))).toEqual([
    'Tides/1.mp3 0',
    'Tides/CD2 0',
    'Tides/3.mp3 5',
  ]);
});

it('refuses a folder of more than 200 files', async () => {
  const many = Array.from({ length: 201 }, (_, i) => file(`${i}.mp3`));
  await expect(paths(folder('Tides', many))).rejects.toThrow('This folder holds more than 200 files.');
});
