import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openRotatingFile } from './rotating-file.ts';

const folders: string[] = [];
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'undercurrent rotating '));
  folders.push(folder);
  return folder;
};
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

it('keeps at most five files of about the given size, and the newest lines', async () => {
  const folder = newFolder();
  const reports: string[] = [];
  const log = (line: string) => void reports.push(line);
  const file = openRotatingFile(folder, 'requests.log', { onLost: () => undefined, log, maxBytes: 10_000 });
  const text = (number: number) => `${number} ${'x'.repeat(90)}\n`;
  for (let number = 0; number < 2_000; number += 1) {
    file.stream.write(text(number));
    if (number % 50 === 49) await once(file.stream, 'write');
  }
  await file.close();
  const names = readdirSync(folder).sort();
  expect(names).toEqual(['requests.log', ...[1, 2, 3, 4].map((number) => `requests.log.${number}`)]);
  const sizes = names.map((name) => statSync(join(folder, name)).size);
  expect(sizes.every((size) => size < 20_000)).toBe(true);
  const lines = names.toReversed().flatMap((name) => readFileSync(join(folder, name), 'utf8').trimEnd().split('\n'));
  const first = Number(lines[0]?.split(' ')[0]);
  expect(lines.map((line) => Number(line.split(' ')[0]))).toEqual(
    Array.from({ length: 2_000 - first }, (_, at) => first + at),
  );
  expect(reports).toEqual([]);
});

it('appends to the file of an earlier start', async () => {
  const folder = newFolder();
  for (const line of ['one\n', 'two\n']) {
    const file = openRotatingFile(folder, 'requests.log', { onLost: () => undefined, log: () => undefined });
    file.stream.write(line);
    await file.close();
  }
  expect(readFileSync(join(folder, 'requests.log'), 'utf8')).toBe('one\ntwo\n');
});

it('reports a full disk once, counts the lost lines, and does not end the process', async () => {
  const reports: string[] = [];
  let lost = 0;
  const log = (line: string) => void reports.push(line);
  const file = openRotatingFile('/dev', 'full', { onLost: () => (lost += 1), log });
  const line = `${'x'.repeat(999)}\n`;
  for (let round = 0; round < 2; round += 1) {
    const failed = new Promise((done) => file.stream.once('error', done));
    for (let number = 0; number < 1_000; number += 1) file.stream.write(line);
    await failed;
  }
  await file.close();
  expect(reports).toEqual([expect.stringMatching(/^The request log \/dev\/full cannot be written \(.*ENOSPC/)]);
  expect(lost).toBeGreaterThan(0);
});
