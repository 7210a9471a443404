import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { Visit } from './visit.ts';

/** Half the seek line's head, in px: the value runs from its middle at one end to its middle at the other. */
const HEAD_PX = { now: 7, mini: 5 };
/** How far a press may land from where it points, in s, beside one pixel of the line. */
const SEEK_TOLERANCE_S = 0.3;

/** Notes the element that the page plays, which is in no document. Once a page, before anything plays. */
export async function listenIn(visit: Visit): Promise<void> {
  await visit.ask(`(() => {
    const real = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () { window.sounding = this; return real.call(this); };
  })()`);
}

export const currentTime = (visit: Visit): Promise<number> => visit.ask('window.sounding.currentTime');

export async function expectSound(visit: Visit): Promise<void> {
  await visit.until('The player plays', `player()?.dataset.state === 'playing'`);
  const from = await currentTime(visit);
  await visit.until('Time advances', `window.sounding.currentTime > ${from} + 1.5 && !window.sounding.paused`);
}

export async function expectSilence(visit: Visit): Promise<void> {
  await visit.until('The player is paused', `player()?.dataset.state === 'paused' && window.sounding.paused`);
  const at = await currentTime(visit);
  // That nothing moves can only be seen over a while.
  await pause(700);
  assert.equal(await currentTime(visit), at, 'time stands still while paused');
}

/** Presses the line at a share of its way and expects the sound there; gives how far off it was, in s. */
export async function seekTo(visit: Visit, share: number): Promise<number> {
  await visit.until('The seek line', '!!seek() && !seek().disabled');
  const line = await visit.ask<{ x: number; y: number; width: number; durationS: number; inSheet: boolean }>(
    `(() => { const b = seek().getBoundingClientRect();
      return { x: b.x, y: b.y + b.height / 2, width: b.width, durationS: window.sounding.duration, inSheet: top() !== document }; })()`,
  );
  const head = line.inSheet ? HEAD_PX.now : HEAD_PX.mini;
  const way = line.width - 2 * head;
  await visit.ask(
    `(() => { window.landed = null; window.sounding.addEventListener('seeked', () => (window.landed = window.sounding.currentTime), { once: true }); })()`,
  );
  await visit.browser.clickAt({ x: line.x + head + way * share, y: line.y });
  const landed = await visit.until<number>('The seek arrives', 'window.landed');
  const off = landed - share * line.durationS;
  const allowed = SEEK_TOLERANCE_S + line.durationS / way;
  assert.ok(Math.abs(off) <= allowed, `a seek to ${share * line.durationS} s landed at ${landed} s`);
  return off;
}
