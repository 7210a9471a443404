import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { grip, rowTexts as names } from '../testing/ordered-rows.ts';
import { renderUi } from '../testing/ui-test.tsx';
import { OrderedList } from './ordered-list.tsx';

const self = (name: string) => name;
const ROW_PX = 60;

interface ListProps {
  names: readonly string[];
  onMove: (name: string, index: number) => Promise<unknown>;
  fixed?: string | null;
  /** A row that the sync removes. */
  removed?: string;
}

function List({ names: atFirst, onMove, fixed = null, removed }: ListProps) {
  const [names, setNames] = useState(atFirst);
  return (
    <>
      <OrderedList
        label="Songs"
        items={names}
        keyOf={self}
        rowHeight={ROW_PX}
        nameOf={self}
        canMove={(name) => name !== fixed}
        onMove={async (name, order) => {
          const index = order.indexOf(name);
          await onMove(name, index);
          setNames(names.filter((other) => other !== name).toSpliced(index, 0, name));
        }}
      >
        {(name) => <div style={{ height: ROW_PX }}>{name}</div>}
      </OrderedList>
      <button type="button" onClick={() => setNames(['Zero', ...names.filter((name) => name !== removed)])}>
        Sync
      </button>
    </>
  );
}

const songs = (count: number) => Array.from({ length: count }, (_, i) => `Song ${i + 1}`);
const five = ['Kiln', 'Halide', 'Ashes', 'Delta', 'Ember'];

async function open(props: Omit<ListProps, 'onMove'>) {
  const onMove = vi.fn<ListProps['onMove']>(() => Promise.resolve());
  await renderUi(<List {...props} onMove={onMove} />);
  return onMove;
}

const element = (name: string) => grip(name).element();
const said = () => page.getByRole('status').element().textContent;
/** Sends a pointer event to the grip, as the browser does while the grip holds the pointer. */
function point(name: string, type: string, y: number, change: PointerEventInit = {}) {
  const target = element(name);
  target.dispatchEvent(
    new PointerEvent(type, {
      bubbles: true,
      cancelable: true,
      pointerId: 1,
      isPrimary: true,
      button: type === 'pointerdown' ? 0 : -1,
      clientX: 10,
      clientY: y,
      ...change,
    }),
  );
}

const middleY = (name: string) => {
  const { top, height } = element(name).getBoundingClientRect();
  return top + height / 2;
};
const rowTop = (name: string) => {
  const row = [...document.querySelectorAll('[data-row]')].find((each) => each.getAttribute('data-row') === name);
  return Math.round(row?.getBoundingClientRect().top ?? NaN);
};
/** Changes the list while the pointer and the focus stay. */
const sync = () =>
  page
    .getByRole('button', { name: 'Sync' })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
const lifted = () => page.getByRole('button', { pressed: true }).elements().length;

// A synthetic pointer cannot be captured.
vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => undefined);
afterEach(() => window.scrollTo(0, 0));

describe('by keys', () => {
  it('Space lifts a row, arrows move it and say its place, Space drops it, and the focus stays', async () => {
    const onMove = await open({ names: five });
    await expect.element(grip('Halide')).toBeVisible();
    grip('Halide').element().focus();
    await userEvent.keyboard(' ');
    await expect.poll(said).toContain('Halide, place 2 of 5');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.poll(said).toBe('Halide, place 4 of 5');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}');
    await expect.poll(said).toBe('Halide, place 4 of 5');
    expect(onMove).not.toHaveBeenCalled();
    await userEvent.keyboard(' ');
    await expect.poll(names).toEqual(['Kiln', 'Ashes', 'Delta', 'Halide', 'Ember']);
    expect(onMove.mock.calls).toEqual([['Halide', 3]]);
    await expect.element(grip('Halide')).toHaveFocus();
  });

  it('Home and End move a lifted row to the first and the last place, and do nothing if the row is not lifted', async () => {
    const onMove = await open({ names: five });
    await expect.element(grip('Halide')).toBeVisible();
    grip('Halide').element().focus();
    await userEvent.keyboard('{End}');
    expect(lifted()).toBe(0);
    await userEvent.keyboard(' {End}');
    await expect.poll(said).toBe('Halide, place 5 of 5');
    await userEvent.keyboard('{Home}');
    await expect.poll(said).toBe('Halide, place 1 of 5');
    await userEvent.keyboard('{End} ');
    await expect.poll(() => onMove.mock.calls).toEqual([['Halide', 4]]);
    await expect.element(grip('Halide')).toHaveFocus();
  });

  it('Escape returns the row, and moves nothing', async () => {
    const onMove = await open({ names: five });
    await expect.element(grip('Kiln')).toBeVisible();
    grip('Kiln').element().focus();
    await userEvent.keyboard(' {ArrowDown}{Escape}');
    await expect.poll(said).toContain('place 1 of 5');
    expect(lifted()).toBe(0);
    expect(names()).toEqual(five);
    expect(onMove).not.toHaveBeenCalled();
  });

  it('a lifted row that loses the focus is dropped where it is shown', async () => {
    const onMove = await open({ names: five });
    await expect.element(grip('Kiln')).toBeVisible();
    grip('Kiln').element().focus();
    await userEvent.keyboard(' {ArrowDown}');
    await userEvent.tab();
    await expect.poll(names).toEqual(['Halide', 'Kiln', 'Ashes', 'Delta', 'Ember']);
    expect(onMove).toHaveBeenCalledOnce();
  });

  it('moving a row far scrolls the page, and keeps the focus', async () => {
    const onMove = await open({ names: songs(1000) });
    await expect.element(grip('Song 1')).toBeVisible();
    grip('Song 1').element().focus();
    await userEvent.keyboard(' ');
    await userEvent.keyboard('{ArrowDown}'.repeat(40));
    await expect.poll(said).toContain('place 41 of 1000');
    await expect.poll(() => rowTop('Song 1') >= 0 && rowTop('Song 1') < window.innerHeight).toBe(true);
    await expect.element(grip('Song 1')).toHaveFocus();
    await userEvent.keyboard(' ');
    expect(onMove.mock.calls).toEqual([['Song 1', 40]]);
  });
});

it('a tap lifts a row too, and two buttons move it, for people who can neither drag nor press keys', async () => {
  const onMove = await open({ names: five });
  await grip('Ashes').click();
  await page.getByRole('button', { name: 'Move Ashes up' }).click();
  await page.getByRole('button', { name: 'Move Ashes up' }).click();
  await grip('Ashes').click();
  await expect.poll(names).toEqual(['Ashes', 'Kiln', 'Halide', 'Delta', 'Ember']);
  expect(onMove.mock.calls).toEqual([['Ashes', 0]]);
});

describe('by dragging', () => {
  it('a row follows the pointer, and is dropped at the line', async () => {
    const onMove = await open({ names: five });
    await expect.element(grip('Kiln')).toBeVisible();
    const [start, top] = [middleY('Kiln'), rowTop('Kiln')];
    point('Kiln', 'pointerdown', start);
    point('Kiln', 'pointermove', start + 20);
    point('Kiln', 'pointermove', start + 130);
    await expect.poll(() => rowTop('Kiln')).toBe(top + 130);
    await expect.poll(said).toContain('place 3 of 5');
    point('Kiln', 'pointerup', start + 130);
    await expect.poll(names).toEqual(['Halide', 'Ashes', 'Kiln', 'Delta', 'Ember']);
    expect(onMove.mock.calls).toEqual([['Kiln', 2]]);
  });

  it('a row does not move if it is dragged back to its place, if Escape is pressed, or if the touch is cancelled', async () => {
    const onMove = await open({ names: five });
    await expect.element(grip('Kiln')).toBeVisible();
    const start = middleY('Kiln');
    const drag = async () => {
      point('Kiln', 'pointerdown', start);
      point('Kiln', 'pointermove', start + 150);
      await expect.poll(said).toContain('place 3 of 5');
    };
    await drag();
    point('Kiln', 'pointermove', start);
    await expect.poll(said).toContain('place 1 of 5');
    point('Kiln', 'pointerup', start);
    await drag();
    await userEvent.keyboard('{Escape}');
    await expect.poll(lifted).toBe(0);
    point('Kiln', 'pointerup', start + 150);
    await drag();
    point('Kiln', 'lostpointercapture', start + 150);
    await expect.poll(lifted).toBe(0);
    expect(names()).toEqual(five);
    expect(onMove).not.toHaveBeenCalled();
  });

  it('ignores a second finger', async () => {
    const onMove = await open({ names: five });
    await expect.element(grip('Kiln')).toBeVisible();
    const start = middleY('Kiln');
    point('Kiln', 'pointerdown', start);
    point('Kiln', 'pointermove', start + 70);
    await expect.poll(said).toContain('place 2 of 5');
    point('Ember', 'pointerdown', 300, { pointerId: 2, isPrimary: false });
    point('Ember', 'pointermove', 10, { pointerId: 2, isPrimary: false });
    point('Ember', 'pointerup', 10, { pointerId: 2, isPrimary: false });
    point('Kiln', 'pointerup', start + 70);
    await expect.poll(() => onMove.mock.calls).toEqual([['Kiln', 1]]);
  });

  it('at an edge the page scrolls while the pointer rests, and the row is dropped where it is seen', async () => {
    const onMove = await open({ names: songs(1000) });
    await expect.element(grip('Song 2')).toBeVisible();
    const start = middleY('Song 2');
    const bottom = window.innerHeight - 4;
    point('Song 2', 'pointerdown', start);
    point('Song 2', 'pointermove', start + 10);
    point('Song 2', 'pointermove', bottom);
    await expect.poll(() => window.scrollY).toBeGreaterThan(3000);
    // Away from the edge the page stands still.
    point('Song 2', 'pointermove', 300);
    const stands = () => {
      const top = window.scrollY;
      return new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.scrollY === top))),
      );
    };
    await expect.poll(stands).toBe(true);
    const place = Number(/place (\d+)/.exec(said() ?? '')?.[1]);
    expect(place).toBeGreaterThan(50);
    point('Song 2', 'pointerup', 300);
    await expect.poll(() => onMove.mock.calls).toEqual([['Song 2', place - 1]]);
    await expect.poll(() => names().includes('Song 2')).toBe(true);
    expect(Math.abs(rowTop('Song 2') + ROW_PX / 2 - 300)).toBeLessThan(ROW_PX);
  });

  it('a row that is dropped before the next frame lands where the pointer left it', async () => {
    const onMove = await open({ names: five });
    await expect.element(grip('Ember')).toBeVisible();
    const start = middleY('Ember');
    const end = middleY('Kiln') - 8;
    point('Ember', 'pointerdown', start);
    point('Ember', 'pointermove', start - 20);
    point('Ember', 'pointermove', end);
    point('Ember', 'pointerup', end);
    await expect.poll(() => onMove.mock.calls).toEqual([['Ember', 0]]);
  });

  it('a row that is lifted at an edge and moved away from it does not scroll the page towards the edge', async () => {
    const onMove = await open({ names: songs(1000) });
    await expect.element(grip('Song 1')).toBeVisible();
    const last = names().findLast((name) => name && middleY(name) < window.innerHeight - 8) ?? '';
    const start = middleY(last);
    point(last, 'pointerdown', start);
    point(last, 'pointermove', start - 20);
    await expect.poll(lifted).toBe(1);
    point(last, 'pointermove', start - 1.5 * ROW_PX);
    await expect.poll(said).toMatch(/place \d+ of 1000$/);
    expect(window.scrollY).toBe(0);
    point(last, 'pointerup', start - 1.5 * ROW_PX);
    await expect.poll(() => onMove.mock.calls).toEqual([[last, songs(40).indexOf(last) - 1]]);
  });

  it('a row dragged below the last row stays at the end if a sync adds a row', async () => {
    const onMove = await open({ names: five });
    await expect.element(grip('Ember')).toBeVisible();
    const start = middleY('Kiln');
    const end = middleY('Ember') + 3 * ROW_PX;
    point('Kiln', 'pointerdown', start);
    point('Kiln', 'pointermove', end);
    await expect.poll(said).toContain('place 5 of 5');
    sync();
    await expect.poll(said).toContain('place 6 of 6');
    point('Kiln', 'pointerup', end);
    await expect.poll(() => onMove.mock.calls).toEqual([['Kiln', 5]]);
  });

  it('at the end of the list the page scrolls no further', async () => {
    await open({ names: songs(40) });
    await expect.element(grip('Song 1')).toBeVisible();
    const height = document.documentElement.scrollHeight;
    const start = middleY('Song 1');
    point('Song 1', 'pointerdown', start);
    point('Song 1', 'pointermove', start + 10);
    point('Song 1', 'pointermove', window.innerHeight + 200);
    await expect.poll(said).toContain('place 40 of 40');
    expect(document.documentElement.scrollHeight).toBe(height);
    point('Song 1', 'pointerup', window.innerHeight + 200);
  });
});

it('a sync that changes the list meanwhile does not move the wrong row', async () => {
  const onMove = await open({ names: five });
  await expect.element(grip('Kiln')).toBeVisible();
  const start = middleY('Kiln');
  point('Kiln', 'pointerdown', start);
  point('Kiln', 'pointermove', start + 70);
  await expect.poll(said).toContain('place 2 of 5');
  sync();
  await expect.poll(names).toContain('Zero');
  point('Kiln', 'pointerup', start + 70);
  await expect.poll(() => onMove.mock.calls.map(([name]) => name)).toEqual(['Kiln']);
});

it('a row that is lifted by keys keeps its place if a sync removes the row below that place', async () => {
  const onMove = await open({ names: five, removed: 'Ember' });
  await expect.element(grip('Halide')).toBeVisible();
  grip('Halide').element().focus();
  await userEvent.keyboard(' {ArrowDown}{ArrowDown}');
  await expect.poll(said).toBe('Halide, place 4 of 5');
  sync();
  await expect.poll(names).not.toContain('Ember');
  await userEvent.keyboard(' ');
  await expect.poll(() => onMove.mock.calls).toEqual([['Halide', 3]]);
});

it('has no grip on a row that cannot be moved', async () => {
  await open({ names: five, fixed: 'Delta' });
  await expect.element(grip('Ember')).toBeVisible();
  await expect.element(grip('Delta')).not.toBeInTheDocument();
});
