import assert from 'node:assert/strict';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { TARGET_LUFS } from '../../supabase/functions/_shared/media/play-gain.ts';
import { firefox } from '../engines/firefox.ts';
import { by, type Visit } from '../engines/visit.ts';
import { webkit } from '../engines/webkit.ts';
import { chromium } from './chromium.ts';
import { ffmpegTool, measureSamples } from './ffmpeg.ts';
import type { SoundPart } from './part.ts';
import { HZ, inSoundScene, playOnItsPage, type SoundScene } from './scene.ts';
import { makeUnevenTracks } from './uneven-tracks.ts';

const engines = [chromium, firefox, webkit];
/** Largest difference in LU between recordings that should be equally loud, and between the offsets of recordings from their files. */
const TOLERANCE_LU = 1;
/** Pause before a recording, because the sound card may start after the element's clock. */
const SETTLED_MS = 1_000;
const RECORDED_MS = 4_000;

async function record(scene: SoundScene, visit: Visit, id: string, path: string): Promise<number> {
  await playOnItsPage(visit, `/track/${id}`);
  await pause(SETTLED_MS);
  const endRecording = scene.soundCard.record();
  await pause(RECORDED_MS);
  const { samples } = endRecording();
  await visit.press(by('main button', 'Pause'));
  return (await measureSamples(samples, HZ, path)).lufs;
}

async function setSwitch(visit: Visit, isOn: boolean): Promise<void> {
  const control = by('[role=switch]', /^Even out loudness/);
  await visit.goto('/explore');
  await visit.press(by('button', 'You'));
  await visit.until('The switch', `!!${control}`);
  if ((await visit.evaluate(`${control}.ariaChecked`)) !== String(isOn)) await visit.press(control);
  await visit.until('The switch has changed', `${control}.ariaChecked === '${isOn}'`);
}

const difference = (values: readonly number[]) => Math.max(...values) - Math.min(...values);

/** Records tracks of different loudness in each engine, with the switch on and off. */
export const playback: SoundPart = {
  needs: [ffmpegTool, ...engines.flatMap(({ needs }) => needs)],
  run: (folder) =>
    inSoundScene(folder, async (scene) => {
      const tracks = await makeUnevenTracks(folder);
      const ids = await scene.upload(tracks.map(({ path }) => path));
      const loudCount = tracks.filter(({ lufs }) => lufs >= TARGET_LUFS).length;
      const found: string[] = [];
      const wrong: string[] = [];
      for (const kind of engines) {
        const visit = await scene.open(kind);
        const recordAll = async () => {
          const heard: number[] = [];
          for (const id of ids) heard.push(await record(scene, visit, id, join(folder, 'recording.raw')));
          return heard;
        };
        const even = await recordAll();
        const apart = difference(even.slice(0, loudCount));
        await setSwitch(visit, false);
        const uneven = await recordAll();
        await visit.browser.quit();
        // The sound card may have a level of its own, which all recordings share.
        const offsets = uneven.map((lufs, index) => lufs - (tracks[index]?.lufs ?? NaN));
        console.log(
          `        ${visit.browser.version}: ${even.join(', ')} LUFS, switched off ${uneven.join(', ')} LUFS`,
        );
        if (!(apart <= TOLERANCE_LU)) wrong.push(`${kind.name}: ${apart} LU apart`);
        if (!(difference(offsets) <= TOLERANCE_LU)) wrong.push(`${kind.name}: switched off not as the files`);
        found.push(`${kind.name} ${apart.toFixed(1)} LU`);
      }
      assert.deepEqual(wrong, []);
      return `files of ${tracks.map(({ lufs }) => lufs).join(', ')} LUFS; those above ${TARGET_LUFS} LUFS are heard apart by: ${found.join(', ')}`;
    }),
};
