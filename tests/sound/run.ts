// `npm run test:sound [part …]` compares loudness and borders of tracks with ffmpeg and with recordings of a virtual sound card.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { border } from './border.ts';
import { loudness } from './loudness.ts';
import type { SoundPart } from './part.ts';
import { playback } from './playback.ts';
import { station } from './station.ts';

const parts: ReadonlyMap<string, SoundPart> = new Map([
  ['loudness', loudness],
  ['playback', playback],
  ['station', station],
  ['border', border],
]);
const names = process.argv.slice(2);
const unknown = names.filter((name) => !parts.has(name));
if (unknown.length > 0) {
  console.error(`Unknown part: ${unknown.join(', ')}. There are ${[...parts.keys()].join(', ')}.`);
  process.exit(2);
}

async function test(name: string, { needs, run }: SoundPart): Promise<boolean> {
  const packages = new Set(needs.filter(([path]) => !existsSync(path)).map(([, debianPackage]) => debianPackage));
  if (packages.size > 0) {
    console.error(`${name} needs programs that are missing: apt-get install ${[...packages].join(' ')}`);
    return false;
  }
  const folder = mkdtempSync(join(tmpdir(), 'undercurrent-sound-'));
  const started = Date.now();
  console.log(`\n${name}`);
  const took = () => `${((Date.now() - started) / 1000).toFixed(1)} s`;
  try {
    console.log(`  ok    ${await run(folder)} (${took()})`);
    return true;
  } catch (error) {
    console.log(`  FAILED (${took()})\n${inspect(error)}`);
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

let failed = 0;
for (const [name, part] of parts)
  if (names.length === 0 || names.includes(name)) failed += Number(!(await test(name, part)));
console.log(failed === 0 ? '\nThe sound passed' : `\n${failed} parts failed`);
process.exit(failed === 0 ? 0 : 1);
