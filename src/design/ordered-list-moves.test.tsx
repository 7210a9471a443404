import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { createLive } from '../../sync/model/live.ts';
import { useLive } from '../engine/live.ts';
import { grip, moveByKeys, rowTexts } from '../testing/ordered-rows.ts';
import { renderUi } from '../testing/ui-test.tsx';
import { OrderedList } from './ordered-list.tsx';

const self = (name: string) => name;
const five = ['Kiln', 'Halide', 'Ashes', 'Delta', 'Ember'];

/** Opens a list of five rows, which changes only when `items` is set. */
async function open(onMove: (name: string, order: readonly string[]) => Promise<unknown>) {
  const items = createLive<readonly string[]>(five);
  function List() {
    return (
      <OrderedList
        label="Songs"
        items={useLive(items)}
        keyOf={self}
        rowHeight={60}
        nameOf={self}
        canMove={() => true}
        onMove={onMove}
      >
        {(name) => <div style={{ height: 60 }}>{name}</div>}
      </OrderedList>
    );
  }
  await renderUi(<List />);
  await expect.element(grip('Ember')).toBeVisible();
  return items;
}

const topOf = (name: string) => Math.round(grip(name).element().getBoundingClientRect().top);

/** A move that the test ends by `store` or `fail`. */
function heldMove() {
  let [store, fail] = [() => undefined as void, () => undefined as void];
  const move = new Promise<void>((resolve, reject) => {
    store = resolve;
    fail = () => reject(new Error('The disk is full'));
  });
  return { move, store, fail };
}

it('shows the new order at once, and the old one if the move fails', async () => {
  const { move, fail } = heldMove();
  await open(() => move);
  await moveByKeys('Kiln', '{ArrowDown}');
  await expect.poll(rowTexts).toEqual(['Halide', 'Kiln', 'Ashes', 'Delta', 'Ember']);
  fail();
  await expect.poll(rowTexts).toEqual(five);
});

it('shows a stored move before `items` has it; the next move starts from that order, and later changes of `items` show', async () => {
  const onMove = vi.fn(() => Promise.resolve());
  const items = await open(onMove);
  await moveByKeys('Ember', '{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
  const first = ['Ember', 'Kiln', 'Halide', 'Ashes', 'Delta'];
  await expect.poll(() => onMove.mock.calls).toEqual([['Ember', first]]);
  expect(rowTexts()).toEqual(first);
  await moveByKeys('Delta', '{ArrowUp}');
  const both = ['Ember', 'Kiln', 'Halide', 'Delta', 'Ashes'];
  await expect.poll(() => onMove.mock.calls.at(1)).toEqual(['Delta', both]);
  expect(rowTexts()).toEqual(both);
  items.set(both);
  await expect.poll(rowTexts).toEqual(both);
  items.set(both.toReversed());
  await expect.poll(rowTexts).toEqual(both.toReversed());
});

it('stores a move before the next one', async () => {
  const { move, store } = heldMove();
  const onMove = vi.fn(() => move);
  await open(onMove);
  await moveByKeys('Kiln', '{ArrowDown}');
  await moveByKeys('Ember', '{ArrowUp}');
  const both = ['Halide', 'Kiln', 'Ashes', 'Ember', 'Delta'];
  await expect.poll(rowTexts).toEqual(both);
  expect(onMove.mock.calls).toEqual([['Kiln', ['Halide', 'Kiln', 'Ashes', 'Delta', 'Ember']]]);
  store();
  await expect.poll(() => onMove.mock.calls.at(1)).toEqual(['Ember', both]);
});

it('shows a row at its own place if it arrives while a move is being stored', async () => {
  const { move, store } = heldMove();
  const items = await open(async (_name, [first = '', ...others]) => {
    await move;
    // The engine shows a move before it is reported as stored.
    items.set([first, 'Zero', ...others]);
  });
  await moveByKeys('Kiln', '{ArrowDown}');
  await expect.poll(rowTexts).toEqual(['Halide', 'Kiln', 'Ashes', 'Delta', 'Ember']);
  store();
  await expect.poll(rowTexts).toEqual(['Halide', 'Zero', 'Kiln', 'Ashes', 'Delta', 'Ember']);
});

it('shows the order of `items` if the first of two moves fails', async () => {
  const { move, fail } = heldMove();
  const stored = ['Ember', ...five.slice(0, 4)];
  const items = await open(async (name) => {
    if (name === 'Kiln') await move;
    items.set(stored);
  });
  await moveByKeys('Kiln', '{ArrowDown}');
  await moveByKeys('Ember', '{ArrowUp}{ArrowUp}{ArrowUp}{ArrowUp}');
  await expect.poll(rowTexts).toEqual(['Ember', 'Halide', 'Kiln', 'Ashes', 'Delta']);
  fail();
  await expect.poll(rowTexts).toEqual(stored);
});

it('a row that keys have moved to the end keeps its place if rows are appended, and goes on from there', async () => {
  const onMove = vi.fn(() => Promise.resolve());
  const items = await open(onMove);
  grip('Kiln').element().focus();
  await userEvent.keyboard(' {End}');
  await expect.poll(() => topOf('Kiln')).toBe(topOf('Ember'));
  items.set([...five, 'Foxtrot', 'Gamma']);
  await expect.element(grip('Gamma')).toBeVisible();
  expect(topOf('Kiln')).toBe(topOf('Ember'));
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => topOf('Kiln')).toBe(topOf('Foxtrot'));
  await userEvent.keyboard('{ArrowUp} ');
  await expect
    .poll(() => onMove.mock.calls)
    .toEqual([['Kiln', ['Halide', 'Ashes', 'Delta', 'Ember', 'Kiln', 'Foxtrot', 'Gamma']]]);
});

it('a row that keys have moved shows at its new place if the list changes', async () => {
  const items = await open(() => Promise.resolve());
  grip('Kiln').element().focus();
  await userEvent.keyboard(' {ArrowDown}{ArrowDown}');
  await expect.poll(() => topOf('Kiln')).toBe(topOf('Ashes'));
  items.set(['Kiln', 'Zero', 'Halide', 'Ashes', 'Delta', 'Ember']);
  await expect.element(grip('Zero')).toBeVisible();
  await expect.poll(() => topOf('Kiln')).toBe(topOf('Ashes'));
});
