import { useLayoutEffect } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Sheet } from './sheet.tsx';
import { renderUi } from '../testing/ui-test.tsx';
import { WindowedGrid } from './windowed-grid.tsx';
import { WindowedList } from './windowed-list.tsx';

const tenThousand = Array.from({ length: 10_000 }, (_, i) => `Person ${i + 1}`);
const self = (name: string) => name;

describe('a virtualized list or grid', () => {
  it('renders a few dozen of ten thousand rows of different heights, and reaches the last', async () => {
    await renderUi(
      <WindowedList label="People" items={tenThousand} keyOf={self} rowHeight={40}>
        {(name) => <div style={{ height: name.length % 2 ? 40 : 64 }}>{name}</div>}
      </WindowedList>,
    );
    const list = page.getByRole('list', { name: 'People' });
    await expect.element(list.getByText('Person 1', { exact: true })).toBeVisible();
    expect(list.getByRole('listitem').elements().length).toBeLessThan(60);
    await expect
      .poll(() => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        return list.getByText('Person 10000').elements().length;
      })
      .toBe(1);
    expect(list.getByRole('listitem').elements().length).toBeLessThan(60);
    const last = list.getByRole('listitem').elements().at(-1);
    expect(last?.getAttribute('aria-posinset')).toBe('10000');
    expect(last?.getAttribute('aria-setsize')).toBe('10000');
  });

  it('renders visible rows first, and the overscan when idle', async () => {
    const idleCallbacks: IdleRequestCallback[] = [];
    const idle = vi.spyOn(window, 'requestIdleCallback').mockImplementation((run) => idleCallbacks.push(run));
    await renderUi(
      <WindowedList label="Ahead" items={tenThousand} keyOf={self} rowHeight={40}>
        {(name) => <div style={{ height: 40 }}>{name}</div>}
      </WindowedList>,
    );
    idle.mockRestore();
    const rows = page.getByRole('list', { name: 'Ahead' }).getByRole('listitem');
    const visibleCount = () =>
      rows.elements().filter((row) => row.getBoundingClientRect().top < window.innerHeight).length;
    await expect.poll(visibleCount).toBeGreaterThan(10);
    expect(rows.elements().length).toBe(visibleCount());
    for (const run of idleCallbacks) run({ didTimeout: false, timeRemaining: () => 10 });
    await expect.poll(() => rows.elements().length).toBe(visibleCount() + 3);
  });

  it('renders its rows in the first render if a page of this kind was shown before', async () => {
    const atFirst: number[] = [];
    function Page() {
      useLayoutEffect(
        () => void atFirst.push(document.querySelectorAll('[aria-label=Again] [role=listitem]').length),
        [],
      );
      return (
        <WindowedGrid
          label="Again"
          items={tenThousand}
          keyOf={self}
          columnsOf={() => ({ count: 2, gapX: 10, gapY: 20 })}
          heightOf={(width) => width}
        >
          {(name) => name}
        </WindowedGrid>
      );
    }
    const first = await renderUi(<Page />);
    await expect.element(page.getByText('Person 1', { exact: true })).toBeVisible();
    await first.unmount();
    await renderUi(<Page />);
    expect(atFirst[0]).toBe(0);
    expect(atFirst[1]).toBeGreaterThan(4);
  });

  it('does not force a layout on mount by scrolling to the current position', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo');
    await renderUi(
      <WindowedList label="Still" items={tenThousand} keyOf={self} rowHeight={40}>
        {(name) => name}
      </WindowedList>,
    );
    await expect.element(page.getByText('Person 1', { exact: true })).toBeVisible();
    expect(scrolled).not.toHaveBeenCalled();
    scrolled.mockRestore();
  });

  it("shows the right rows after a scroll that comes before the list's first frame", async () => {
    const frames: FrameRequestCallback[] = [];
    const frame = vi.spyOn(window, 'requestAnimationFrame').mockImplementation((run) => frames.push(run));
    await renderUi(
      <WindowedList label="Early" items={tenThousand} keyOf={self} rowHeight={40}>
        {(name) => <div style={{ height: 40 }}>{name}</div>}
      </WindowedList>,
    );
    frame.mockRestore();
    window.scrollTo(0, 40_000);
    await new Promise((scrolled) => window.addEventListener('scroll', scrolled, { once: true }));
    for (const run of frames) run(performance.now());
    await expect.element(page.getByText('Person 1001', { exact: true })).toBeVisible();
    window.scrollTo(0, 0);
  });

  const twoColumns = {
    keyOf: self,
    columnsOf: () => ({ count: 2, gapX: 10, gapY: 20 }),
    heightOf: (width: number) => width,
  };

  it('recycles DOM nodes for a new list and while scrolling', async () => {
    const grid = (items: readonly string[]) => (
      <WindowedGrid label="Reused" items={items} {...twoColumns}>
        {(name) => <button>{name}</button>}
      </WindowedGrid>
    );
    const all = () => [...document.querySelectorAll('[aria-label=Reused] button')];
    const screen = await renderUi(grid(tenThousand));
    await expect.element(page.getByText('Person 1', { exact: true })).toBeVisible();
    const [first] = all();
    await screen.rerender(grid(tenThousand.slice(4000)));
    await expect.element(page.getByText('Person 4001', { exact: true })).toBeVisible();
    expect(all()[0]).toBe(first);

    const scrollAndRender = async (top: number) => {
      window.scrollTo(0, top);
      await expect
        .poll(() => all().some((element) => element.getBoundingClientRect().top > window.innerHeight))
        .toBe(true);
      await expect.poll(() => all()[0]?.getBoundingClientRect().bottom).toBeLessThan(0);
    };
    await scrollAndRender(1500);
    const before = new Set(all());
    await scrollAndRender(1700);
    const created = all().filter((element) => !before.has(element));
    expect(created).toEqual([]);
    expect(all().length).toBe(before.size);
    const names = all().map(({ textContent }) => textContent);
    expect(new Set(names).size).toBe(names.length);
    window.scrollTo(0, 0);
  });

  it('keeps the focus on the focused item when nodes are recycled, and leaves it to the item that takes its place', async () => {
    const grid = (items: readonly string[]) => (
      <WindowedGrid label="Focused" items={items} {...twoColumns}>
        {(name) => (
          <>
            <button>Play {name}</button>
            <button>More for {name}</button>
          </>
        )}
      </WindowedGrid>
    );
    const more = (name: string) => page.getByRole('button', { name: `More for ${name}`, exact: true });
    const screen = await renderUi(grid(['One', 'Two', 'Three', 'Four']));
    await expect.element(more('Two')).toBeVisible();
    more('Two').element().focus();
    await screen.rerender(grid(['Zero', 'One', 'Two', 'Three', 'Four']));
    await expect.element(more('Two')).toHaveFocus();
    await screen.rerender(grid(['Two', 'Four']));
    await expect.element(more('Two')).toHaveFocus();
    await screen.rerender(grid(['One', 'Four']));
    await expect.element(more('One')).toHaveFocus();
  });

  it('returns the focus to the item that opened a sheet, even if its nodes were recycled meanwhile', async () => {
    const pageWith = (items: readonly string[], isOpen: boolean) => (
      <>
        <WindowedGrid label="Opened" items={items} {...twoColumns}>
          {(name) => <button>More for {name}</button>}
        </WindowedGrid>
        {isOpen && (
          <Sheet title="More" onClose={() => undefined}>
            <button>Vote</button>
          </Sheet>
        )}
      </>
    );
    const more = page.getByRole('button', { name: 'More for Two', exact: true });
    const screen = await renderUi(pageWith(['One', 'Two', 'Three'], false));
    await expect.element(more).toBeVisible();
    more.element().focus();
    await screen.rerender(pageWith(['One', 'Two', 'Three'], true));
    await expect.element(page.getByRole('button', { name: 'Vote' })).toHaveFocus();
    await screen.rerender(pageWith(['Two', 'One', 'Three'], true));
    await screen.rerender(pageWith(['Two', 'One', 'Three'], false));
    await expect.element(more).toHaveFocus();
  });

  it("chooses the grid's columns by its own width", async () => {
    await renderUi(
      <WindowedGrid
        label="Cards"
        items={tenThousand}
        keyOf={self}
        columnsOf={(width) => ({ count: width > 600 ? 4 : 2, gapX: 10, gapY: 20 })}
        heightOf={(width) => width}
      >
        {(name) => <div>{name}</div>}
      </WindowedGrid>,
    );
    const cells = page.getByRole('list', { name: 'Cards' }).getByRole('listitem');
    const inFirstRow = () => {
      const tops = cells.elements().map((cell) => cell.getBoundingClientRect().top);
      return tops.filter((top) => top === tops[0]).length;
    };
    await expect.poll(inFirstRow).toBe(2);
    await page.viewport(800, 844);
    await expect.poll(inFirstRow).toBe(4);
    await page.viewport(390, 844);
  });
});
