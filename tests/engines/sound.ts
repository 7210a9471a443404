import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { by, type Visit } from './visit.ts';

/** Half the width of the slider's thumb. The value range spans between the thumb's centres at both ends. */
const THUMB_PX = { nowPlaying: 7, mini: 5 };
/** dB of the loudest tone; less is silence. */
export const AUDIBLE_DB = -70;
/** Seconds by which a seek may miss its target, in addition to the seconds that one pixel of the line stands for. */
const SEEK_TOLERANCE_S = 0.3;

/**
 * Records the playing element in `window.sounding`, because it is not in the document. Call once per page, before playback.
 */
export async function listenIn(visit: Visit): Promise<void> {
  await visit.evaluate(`(() => {
    const real = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () { window.sounding = this; return real.call(this); };
  })()`);
}

export const currentTime = (visit: Visit): Promise<number> => visit.evaluate('window.sounding.currentTime');

export async function expectSound(visit: Visit): Promise<void> {
  await visit.until('The player plays', `player()?.dataset.state === 'playing'`);
  const from = await currentTime(visit);
  await visit.until('Time advances', `window.sounding.currentTime > ${from} + 1.5 && !window.sounding.paused`);
}

export async function expectSilence(visit: Visit): Promise<void> {
  await visit.until('The player is paused', `player()?.dataset.state === 'paused' && window.sounding.paused`);
  const at = await currentTime(visit);
  await pause(700);
  assert.equal(await currentTime(visit), at, 'time does not advance while paused');
}

export async function openPlayer(visit: Visit): Promise<void> {
  await visit.press(by('button', /^Open player/));
  await visit.until('The player is open', `!!${by('button', 'Close player')}`);
}

/** Presses the seek line at this share of the length. @returns the deviation from the target, in s */
export async function seekTo(visit: Visit, share: number): Promise<number> {
  const line = await visit.until<{ x: number; y: number; width: number; durationS: number; inSheet: boolean }>(
    'The seek line is still',
    `(async () => { const box = seek() && !seek().disabled && (await still(seek()));
      return box && { x: box.x, y: box.y + box.height / 2, width: box.width, durationS: window.sounding.duration, inSheet: top() !== document }; })()`,
  );
  const thumb = line.inSheet ? THUMB_PX.nowPlaying : THUMB_PX.mini;
  const range = line.width - 2 * thumb;
  await visit.evaluate(
    `(() => {
      window.landed = null;
      window.seeks = 0;
      window.sounding.addEventListener('seeked', () => (window.landed = window.sounding.currentTime), { once: true });
      window.sounding.onseeking = () => (window.seeks += 1);
    })()`,
  );
  await visit.browser.clickAt({ x: line.x + thumb + range * share, y: line.y });
  const landed = await visit.until<number>('The seek arrives', 'window.landed');
  assert.equal(await visit.evaluate('window.seeks'), 1, 'one press is one seek');
  const deviation = landed - share * line.durationS;
  const allowed = SEEK_TOLERANCE_S + line.durationS / range;
  assert.ok(Math.abs(deviation) <= allowed, `a seek to ${share * line.durationS} s landed at ${landed} s`);
  return deviation;
}

/** Like `listenIn`; also defines `window.tone()`, the loudest tone of the playing element. */
export async function analyseSound(visit: Visit): Promise<void> {
  await listenIn(visit);
  await visit.evaluate(`(() => {
    const real = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      if (window.sounding !== this) analyse(this);
      return real.call(this);
    };
    function analyse(element) {
      const context = new AudioContext();
      const analyser = new AnalyserNode(context, { fftSize: 8192, smoothingTimeConstant: 0 });
      context.createMediaElementSource(element).connect(analyser);
      analyser.connect(new GainNode(context, { gain: 0 })).connect(context.destination);
      const bins = new Float32Array(analyser.frequencyBinCount);
      window.tone = () => {
        analyser.getFloatFrequencyData(bins);
        const best = bins.reduce((found, db, at) => (db > bins[found] ? at : found), 0);
        const { sampleRate } = context;
        return { hz: (best * sampleRate) / analyser.fftSize, db: bins[best], ageS: analyser.fftSize / 2 / sampleRate };
      };
    }
  })()`);
}
