import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from './button.tsx';
import { Confirm } from './dialog.tsx';
import { Sheet } from './sheet.tsx';
import { renderUi } from '../testing/ui-test.tsx';

function ConfirmOpener({ onConfirm, busy = null }: { onConfirm: () => void; busy?: string | null }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Ask</Button>
      {isOpen && (
        <Confirm title="Block Kiln?" verb="Block" busy={busy} onConfirm={onConfirm} onCancel={() => setOpen(false)}>
          They are not told.
        </Confirm>
      )}
    </>
  );
}

describe('a confirmation', () => {
  it('takes the focus, confirms by its button, and is cancelled by Escape, which restores the focus', async () => {
    const onConfirm = vi.fn();
    await renderUi(<ConfirmOpener onConfirm={onConfirm} />);
    const ask = page.getByRole('button', { name: 'Ask' });
    await ask.click();
    const question = page.getByRole('alertdialog', { name: 'Block Kiln?' });
    await expect.element(question).toBeVisible();
    await expect.element(question.getByRole('heading', { name: 'Block Kiln?' })).toBeVisible();
    await expect.poll(() => question.element().contains(document.activeElement)).toBe(true);
    await question.getByRole('button', { name: 'Block' }).click();
    expect(onConfirm).toHaveBeenCalledOnce();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => question.elements().length).toBe(0);
    await expect.element(ask).toHaveFocus();
  });

  it('restores the focus to the opener of the sheet that it replaced', async () => {
    function SheetThenConfirm() {
      const [open, setOpen] = useState<'sheet' | 'question' | null>(null);
      const close = () => setOpen(null);
      return (
        <>
          <Button onClick={() => setOpen('sheet')}>More</Button>
          {open === 'sheet' && (
            <Sheet title="Kiln" onClose={close}>
              <Button onClick={() => setOpen('question')}>Block</Button>
            </Sheet>
          )}
          {open === 'question' && (
            <Confirm title="Block Kiln?" verb="Block" onConfirm={close} onCancel={close}>
              They are not told.
            </Confirm>
          )}
        </>
      );
    }
    await renderUi(<SheetThenConfirm />);
    const more = page.getByRole('button', { name: 'More' });
    for (const key of ['{Escape}', '{Enter}']) {
      await more.click();
      await page.getByRole('dialog', { name: 'Kiln' }).getByRole('button', { name: 'Block' }).click();
      const question = page.getByRole('alertdialog', { name: 'Block Kiln?' });
      await expect.poll(() => question.element().contains(document.activeElement)).toBe(true);
      await userEvent.keyboard(key === '{Enter}' ? '{Tab}{Enter}' : key);
      await expect.poll(() => question.elements().length).toBe(0);
      await expect.element(more).toHaveFocus();
    }
  });

  it('leaves the sheet below it open and focused if the button that opened the confirmation has unmounted', async () => {
    function Shop() {
      const [open, setOpen] = useState<'nothing' | 'shop' | 'question' | 'bought'>('nothing');
      return (
        <>
          <Button onClick={() => setOpen('shop')}>Open the shop</Button>
          {open !== 'nothing' && (
            <Sheet title="Shop" onClose={() => setOpen('nothing')}>
              {open === 'bought' ? <p>Owned</p> : <Button onClick={() => setOpen('question')}>Buy</Button>}
            </Sheet>
          )}
          {open === 'question' && (
            <Confirm title="Buy it?" verb="Yes" onConfirm={() => setOpen('bought')} onCancel={() => setOpen('shop')}>
              This costs 20.
            </Confirm>
          )}
        </>
      );
    }
    await renderUi(<Shop />);
    await page.getByRole('button', { name: 'Open the shop' }).click();
    await page.getByRole('button', { name: 'Buy', exact: true }).click();
    const question = page.getByRole('alertdialog', { name: 'Buy it?' });
    await question.getByRole('button', { name: 'Yes' }).click();
    await expect.poll(() => question.elements().length).toBe(0);
    const shop = page.getByRole('dialog', { name: 'Shop' });
    await expect.element(shop.getByText('Owned')).toBeVisible();
    await expect.poll(() => shop.element().contains(document.activeElement)).toBe(true);
  });

  it('locks scrolling without a style on the root, which would recalculate the style of each element', async () => {
    await renderUi(<ConfirmOpener onConfirm={vi.fn()} />);
    const rootBefore = document.documentElement.style.cssText;
    const scrolls = () => getComputedStyle(document.body).overflowY !== 'hidden';
    expect(scrolls()).toBe(true);
    await page.getByRole('button', { name: 'Ask' }).click();
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    await expect.poll(() => document.querySelector('[role=alertdialog]')?.contains(document.activeElement)).toBe(true);
    expect(scrolls()).toBe(false);
    expect(document.documentElement.style.cssText).toBe(rootBefore);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => page.getByRole('alertdialog').elements().length).toBe(0);
    expect(scrolls()).toBe(true);
  });

  it('ignores presses and Escape while it is busy', async () => {
    const onConfirm = vi.fn();
    await renderUi(<ConfirmOpener onConfirm={onConfirm} busy="Blocking" />);
    await page.getByRole('button', { name: 'Ask' }).click();
    const verb = page.getByRole('button', { name: 'Blocking' });
    await expect.element(verb).toHaveAttribute('aria-disabled', 'true');
    verb.element().dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await userEvent.keyboard('{Escape}');
    expect(onConfirm).not.toHaveBeenCalled();
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
  });
});
