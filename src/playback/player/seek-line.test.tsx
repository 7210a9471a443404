import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { createLive } from '../../../sync/model/live.ts';
import { renderUi } from '../../testing/ui-test.tsx';
import type { PlayerController } from './player-controller.ts';
import { SeekLine } from './seek-line.tsx';

/** @returns `seeks`: the requested positions, in s */
async function drawLine() {
  const seeks: number[] = [];
  const progress = createLive({ positionS: 20, durationS: 200 });
  const controller: Partial<PlayerController> = {
    progress,
    loudness: createLive(null),
    send(event) {
      if (event.type !== 'position.requested') return;
      seeks.push(event.seconds);
      // The audio resumes at a position that is not a step of the slider.
      progress.set({ positionS: event.seconds + 0.01, durationS: 200 });
    },
  };
  await renderUi(
    <SeekLine
      controller={controller as PlayerController}
      trackId="t1"
      state="moving"
      width={300}
      height={34}
      head={7}
    />,
  );
  const line = page.getByRole('slider', { name: 'Seek' });
  await expect.element(line).toBeVisible();
  return { seeks, line: line.element() as HTMLInputElement };
}

function change(line: HTMLInputElement, percent: number) {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(line, String(percent));
  line.dispatchEvent(new Event('input', { bubbles: true }));
}

const pointer = (line: HTMLInputElement, type: string, button = 0) =>
  line.dispatchEvent(new PointerEvent(type, { bubbles: true, button }));

it('a press is one seek, at its release, even if the slider changes before it matches :active, as in Firefox', async () => {
  const { seeks, line } = await drawLine();
  pointer(line, 'pointerdown');
  change(line, 40);
  change(line, 60);
  expect(seeks).toEqual([]);
  pointer(line, 'pointerup');
  await expect.element(page.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuetext', '2:00 of 3:20');
  line.dispatchEvent(new Event('change', { bubbles: true }));
  expect(seeks).toEqual([120]);
});

it('a press is one seek, although Firefox fires another input event after the release if playback has moved the slider', async () => {
  const { seeks, line } = await drawLine();
  pointer(line, 'pointerdown');
  change(line, 60);
  pointer(line, 'pointerup');
  change(line, 59);
  change(line, 60);
  expect(seeks).toEqual([120]);
  await new Promise((resolve) => setTimeout(resolve));
  change(line, 50);
  expect(seeks).toEqual([120, 100]);
});

it('a press right after another is one seek too, at its release', async () => {
  const { seeks, line } = await drawLine();
  pointer(line, 'pointerdown');
  change(line, 60);
  pointer(line, 'pointerup');
  pointer(line, 'pointerdown');
  await new Promise((resolve) => setTimeout(resolve));
  change(line, 30);
  expect(seeks).toEqual([120]);
  pointer(line, 'pointerup');
  expect(seeks).toEqual([120, 60]);
});

it('a change without a pointer, as by assistive technology, seeks at once, also after a press', async () => {
  const { seeks, line } = await drawLine();
  change(line, 25);
  pointer(line, 'pointerdown');
  pointer(line, 'pointercancel');
  change(line, 50);
  expect(seeks).toEqual([50, 100]);
});

it('a press of another mouse button does not seek', async () => {
  const { seeks, line } = await drawLine();
  for (const button of [1, 2]) {
    pointer(line, 'pointerdown', button);
    pointer(line, 'pointerup', button);
  }
  expect(seeks).toEqual([]);
});
