import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from './button.tsx';
import { Confirm } from './dialog.tsx';
import { Carousel } from './carousel.tsx';
import { Menu } from './menu.tsx';
import { Select } from './select.tsx';
import { Slider } from './slider.tsx';
import { Tabs } from './tabs.tsx';
import { renderUi } from '../testing/ui-test.tsx';

function Order() {
  const [value, setValue] = useState<'votes' | 'plays'>('votes');
  return (
    <Tabs
      label="Order"
      value={value}
      onChange={setValue}
      tabs={[
        { value: 'votes', label: 'Votes', content: 'By votes' },
        { value: 'plays', label: 'Plays', content: 'By plays' },
      ]}
    />
  );
}

describe('choice controls', () => {
  it('a tab chosen by the arrow keys shows only its panel', async () => {
    await renderUi(<Order />);
    await page.getByRole('tab', { name: 'Votes' }).click();
    await expect.element(page.getByRole('tabpanel')).toHaveTextContent('By votes');
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByRole('tab', { name: 'Plays' })).toHaveAttribute('aria-selected', 'true');
    await expect.element(page.getByRole('tabpanel')).toHaveTextContent('By plays');
  });

  it('a menu item chosen by the keyboard runs its action, closes the menu and restores the focus', async () => {
    const onDelete = vi.fn();
    await renderUi(
      <Menu
        trigger={<Button>More</Button>}
        items={[
          { label: 'Rename', onSelect: vi.fn() },
          { label: 'Delete', isDangerous: true, onSelect: onDelete },
        ]}
      />,
    );
    const more = page.getByRole('button', { name: 'More' });
    await more.click();
    // The menu takes the focus a frame after it renders; until then keys go to the button.
    await expect.element(page.getByRole('menu')).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    await expect.poll(() => onDelete.mock.calls.length).toBe(1);
    await expect.element(more).toHaveFocus();
    expect(page.getByRole('menuitem').elements()).toEqual([]);
  });

  it("a confirmation opened by a menu item stays open after the menu closes, and restores the focus to the menu's button; a press on that button closes the menu", async () => {
    function MenuWithConfirm() {
      const [isOpen, setOpen] = useState(false);
      return (
        <>
          <Menu trigger={<Button>More</Button>} items={[{ label: 'Block', onSelect: () => setOpen(true) }]} />
          {isOpen && (
            <Confirm title="Block Kiln?" verb="Yes" onConfirm={() => setOpen(false)} onCancel={() => setOpen(false)} />
          )}
        </>
      );
    }
    await renderUi(<MenuWithConfirm />);
    const more = page.getByRole('button', { name: 'More' });
    for (let time = 1; time <= 2; time++) {
      await more.click();
      await page.getByRole('menuitem', { name: 'Block' }).click();
      await expect.poll(() => page.getByRole('menu').elements().length).toBe(0);
      const question = page.getByRole('alertdialog', { name: 'Block Kiln?' });
      await expect.poll(() => question.element().contains(document.activeElement)).toBe(true);
      await userEvent.keyboard('{Escape}');
      await expect.poll(() => question.elements().length).toBe(0);
      await expect.element(more).toHaveFocus();
    }
    await more.click();
    await expect.element(page.getByRole('menu')).toHaveFocus();
    await more.click();
    await expect.poll(() => page.getByRole('menu').elements().length).toBe(0);
  });

  it('a select reports the chosen option, and null for the empty option', async () => {
    const onChange = vi.fn();
    await renderUi(<Select label="Genre" none="Genre" value="Dub" options={['House', 'Dub']} onChange={onChange} />);
    const select = page.getByRole('combobox', { name: 'Genre' });
    await userEvent.selectOptions(select, 'House');
    await userEvent.selectOptions(select, '');
    expect(onChange.mock.calls).toEqual([['House'], [null]]);
  });

  it('a select renders all its options on the first press', async () => {
    const idle = vi.spyOn(window, 'requestIdleCallback').mockImplementation(() => 0);
    await renderUi(
      <Select label="Early" none="Any" value="Dub" options={['House', 'Dub']} onChange={() => undefined} />,
    );
    const names = () =>
      page
        .getByRole('combobox', { name: 'Early' })
        .getByRole('option')
        .elements()
        .map((option) => option.textContent);
    expect(names()).toEqual(['Any', 'Dub']);
    await page.getByRole('combobox', { name: 'Early' }).click();
    expect(names()).toEqual(['Any', 'House', 'Dub']);
    idle.mockRestore();
  });

  it('a slider reports the next step at an arrow key, and announces the value as text', async () => {
    const onChange = vi.fn();
    await renderUi(
      <Slider label="Zoom" min={1} max={4} step={0.5} value={2} valueText="2 times" onChange={onChange} />,
    );
    const slider = page.getByRole('slider', { name: 'Zoom' });
    await expect.element(slider).toHaveAttribute('aria-valuetext', '2 times');
    slider.element().focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(onChange).toHaveBeenLastCalledWith(2.5);
  });

  it('a row of cards shows a part of the next card and a swipe hint on a phone, six cards and step buttons on desktop', async () => {
    const cards = Array.from({ length: 12 }, (_, i) => `Card ${i + 1}`);
    await renderUi(
      <Carousel title="Shared by the Community" items={cards} keyOf={(card) => card}>
        {(card) => <div style={{ height: 80 }}>{card}</div>}
      </Carousel>,
    );
    await expect.element(page.getByText('Swipe')).toBeVisible();
    const row = page.getByRole('list', { name: 'Shared by the Community' });
    const inView = () =>
      row
        .getByRole('listitem')
        .elements()
        .map((card) => card.getBoundingClientRect())
        .filter(({ left }) => left < window.innerWidth);
    expect(inView().length).toBe(3);
    expect(inView()[1]?.right).toBeLessThan(window.innerWidth);
    expect(inView()[2]?.right).toBeGreaterThan(window.innerWidth);

    await expect.element(page.getByText('Swipe'), { timeout: 4000 }).not.toBeInTheDocument();

    await page.viewport(1440, 844);
    await expect.poll(() => inView().length).toBe(6);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.element(row.getByText('Card 12')).toBeInViewport();
    await expect.element(page.getByRole('button', { name: 'Next' })).toBeDisabled();
    await page.viewport(390, 844);
  });

  it('a row of fifty cards renders the cards in view first, and has its full length from the start', async () => {
    const idleCallbacks: IdleRequestCallback[] = [];
    const idle = vi.spyOn(window, 'requestIdleCallback').mockImplementation((run) => idleCallbacks.push(run));
    const cards = Array.from({ length: 50 }, (_, i) => `Card ${i + 1}`);
    await renderUi(
      <Carousel title="Fifty" items={cards} keyOf={(card) => card}>
        {(card) => <div style={{ height: 80 }}>{card}</div>}
      </Carousel>,
    );
    const row = page.getByRole('list', { name: 'Fifty' });
    const renderedCount = () => row.getByRole('listitem').elements().length;
    expect(renderedCount()).toBe(4);
    const { scrollWidth } = row.element();
    const finish = () => {
      for (const run of idleCallbacks.splice(0)) run({ didTimeout: false, timeRemaining: () => 10 });
      return renderedCount();
    };
    await expect.poll(finish).toBe(50);
    expect(row.element().scrollWidth).toBe(scrollWidth);
    expect(row.getByRole('listitem').elements().at(-1)?.getAttribute('aria-posinset')).toBe('50');
    idle.mockRestore();
  });
});
