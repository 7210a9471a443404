import { useState } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createLive } from '../../../sync/model/live.ts';
import type { Scope } from '../../../sync/client.ts';
import { Sheet } from '../../design/sheet.tsx';
import { grip } from '../../testing/ordered-rows.ts';
import { renderFor } from '../../testing/scope-test.tsx';
import { simulatedTrack } from '../../testing/simulated-page.ts';
import type { PlayerController } from './player-controller.ts';
import type { PlayerSnapshot } from './player-state.ts';
import type { PlayerTrack } from './player-track.ts';
import { QueueList } from './queue-list.tsx';
import { moveTrack, queueFrom } from './queue.ts';

const noop = () => undefined;
const noSleep = createLive(null);

interface OpenQueueProps {
  tracks: readonly PlayerTrack[];
  index: number;
  onClose: () => void;
}

function OpenQueue({ tracks, index, onClose }: OpenQueueProps) {
  const [queue, setQueue] = useState(queueFrom(tracks, index));
  const send: PlayerController['send'] = (event) =>
    event.type === 'queue.moved' && setQueue(moveTrack(queue, event.from, event.to));
  const controller = {
    send,
    sleepTimer: () => ({ current: noSleep }),
    progress: createLive({ positionS: 0, durationS: 60 }),
  } as unknown as PlayerController;
  return (
    <Sheet title="Queue" kind="side" onClose={onClose}>
      <QueueList
        controller={controller}
        snapshot={{ context: { queue } } as unknown as PlayerSnapshot}
        onBack={noop}
        onFollow={noop}
      />
    </Sheet>
  );
}

async function open(tracks: readonly PlayerTrack[], index = 0) {
  const onClose = vi.fn();
  const scope: Partial<Scope> = {
    userId: 'me',
    track: () => createLive(null),
    kept: { states: createLive(new Map()) } as unknown as Scope['kept'],
  };
  await renderFor(scope, <OpenQueue tracks={tracks} index={index} onClose={onClose} />);
  return onClose;
}

const rows = page.getByRole('list', { name: 'Queue' }).getByRole('listitem');
const titles = () =>
  rows
    .getByRole('button', { name: /^Play / })
    .elements()
    .map((button) => button.getAttribute('aria-label')?.replace('Play ', ''));
const abc = ['a', 'b', 'c'].map(simulatedTrack);
const titleOf = (at: number) => abc[at]?.title ?? '';
const [a, b, c] = [titleOf(0), titleOf(1), titleOf(2)];

it('a row of the queue moves by keys; Escape returns it, and closes the queue only without a lifted row', async () => {
  const onClose = await open(abc);
  await expect.poll(titles).toEqual([a, b, c]);
  grip(c).element().focus();
  await userEvent.keyboard(' {ArrowUp}{ArrowUp}');
  await expect.element(page.getByText(`place 1 of 3`, { exact: false })).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.poll(titles).toEqual([a, b, c]);
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard(' {ArrowUp} ');
  await expect.poll(titles).toEqual([a, c, b]);
  await expect.element(grip(c)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('a row of the queue follows the pointer to the place of the line', async () => {
  await open(abc);
  await userEvent.dragAndDrop(grip(a), rows.nth(2), { targetPosition: { x: 300, y: 60 } });
  await expect.poll(titles).toEqual([b, c, a]);
});

it('a long queue opens at its current track, and renders only the rows around it', async () => {
  await open(
    Array.from({ length: 1000 }, (_, i) => simulatedTrack(`t${i}`)),
    500,
  );
  const current = page.getByRole('list', { name: 'Queue' }).element().querySelector('[aria-current=true]');
  await expect.poll(() => current?.getAttribute('aria-posinset')).toBe('501');
  const pane = page.getByRole('list', { name: 'Queue' }).element().parentElement;
  expect(current && pane && current.getBoundingClientRect().top - pane.getBoundingClientRect().top).toBe(64);
  expect(rows.elements().length).toBeLessThan(30);
});

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** Opens a queue of 60 tracks, and holds the grip of the first. */
async function holdFirstOfMany() {
  const many = Array.from({ length: 60 }, (_, i) => simulatedTrack(`t${i}`));
  await open(many);
  const [first, last] = [many[0]?.title ?? '', many.at(-1)?.title ?? ''];
  await expect.element(grip(first)).toBeVisible();
  // Wait until the sheet has risen.
  await expect.poll(() => page.getByRole('dialog').element().getBoundingClientRect().top).toBe(0);
  vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(noop);
  const box = grip(first).element();
  const point = (type: string, clientY: number) =>
    box.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 1, isPrimary: true, button: 0, clientX: 10, clientY }),
    );
  const { top, height } = box.getBoundingClientRect();
  point('pointerdown', top + height / 2);
  point('pointermove', top + height);
  return { first, last, point };
}

it('a row at the edge scrolls the queue, not the page', async () => {
  const { first, last, point } = await holdFirstOfMany();
  point('pointermove', window.innerHeight - 2);
  await expect.poll(() => rows.last().element().getBoundingClientRect().bottom).toBeLessThan(window.innerHeight);
  point('pointerup', window.innerHeight - 2);
  await expect.poll(() => titles().at(-1)).toBe(first);
  expect(titles().at(-2)).toBe(last);
  expect(window.scrollY).toBe(0);
});

it('in a short window the queue scrolls only close to its edge, and slowly', async () => {
  await page.viewport(844, 390);
  onTestFinished(() => page.viewport(390, 844));
  const { first, point } = await holdFirstOfMany();
  const pane = page.getByRole('list', { name: 'Queue' }).element().parentElement ?? document.body;
  const { bottom, height } = pane.getBoundingClientRect();
  expect(height).toBeLessThan(300);
  const lifted = () => Math.round(grip(first).element().getBoundingClientRect().bottom);
  const atStart = lifted();
  point('pointermove', bottom - height / 5 - 1);
  await expect.poll(lifted).toBeGreaterThan(atStart);
  expect(pane.scrollTop).toBe(0);
  point('pointermove', bottom);
  const pxPerMs: number[] = [];
  for (let last = { ms: await nextFrame(), top: pane.scrollTop }; last.top < 400;) {
    const frame = { ms: await nextFrame(), top: pane.scrollTop };
    pxPerMs.push((frame.top - last.top) / (frame.ms - last.ms));
    last = frame;
  }
  expect(Math.max(...pxPerMs)).toBeLessThan(1.2);
  point('pointerup', bottom);
});

const picked = (track: PlayerTrack): PlayerTrack => ({ ...track, id: `picked ${track.id}`, isPicked: true });
const [one, two, three] = ['a', 'b', 'c'].map(simulatedTrack) as [PlayerTrack, PlayerTrack, PlayerTrack];

it.each<[string, readonly PlayerTrack[], number[]]>([
  ['after the person’s tracks', [...abc, ...abc.map(picked)], [3]],
  ['after a shuffle too', [picked(one), one, picked(two), two, picked(three)], [4]],
  ['not where the person’s tracks end the queue', [picked(one), one], []],
])('says once where the player went on by itself: %s', async (_name, tracks, places) => {
  await open(tracks);
  await expect.element(rows.nth(tracks.length - 1)).toBeVisible();
  const found = rows
    .elements()
    .flatMap(({ textContent }, at) => (textContent?.includes('Up next from here') ? [at] : []));
  expect(found).toEqual(places);
});
