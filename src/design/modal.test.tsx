import { type ReactNode, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Button } from './button.tsx';
import { Confirm } from './dialog.tsx';
import { Menu } from './menu.tsx';
import { Popover } from './popover.tsx';
import { Sheet } from './sheet.tsx';
import { renderUi } from '../testing/ui-test.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = () => page.getByRole('dialog', { name: 'Kiln' });

function SheetOpener({ children, onClose = () => undefined }: { children: ReactNode; onClose?: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    onClose();
    setOpen(false);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen && (
        <Sheet title="Kiln" onClose={close}>
          {children}
        </Sheet>
      )}
    </>
  );
}

describe('a modal', () => {
  it('traps Tab in both directions, and skips elements that are not tab stops', async () => {
    await renderUi(
      <SheetOpener>
        <Button disabled>Off</Button>
        <Button>First</Button>
        <Button hidden>Unseen</Button>
        <label>
          <input type="radio" name="way" defaultChecked /> One way
        </label>
        <label>
          <input type="radio" name="way" /> Another way
        </label>
      </SheetOpener>,
    );
    await button('Open').click();
    await expect.element(button('First')).toHaveFocus();
    const chosen = page.getByRole('radio', { name: 'One way' });
    await userEvent.keyboard('{Tab}');
    await expect.element(chosen).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(button('First')).toHaveFocus();
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    await expect.element(chosen).toHaveFocus();
  });

  it('takes the focus when the focused element unmounts', async () => {
    function AsyncTask() {
      const [isDone, setDone] = useState(false);
      return isDone ? 'Done' : <Button onClick={() => setTimeout(() => setDone(true))}>Run</Button>;
    }
    await renderUi(
      <SheetOpener>
        <AsyncTask />
      </SheetOpener>,
    );
    await button('Open').click();
    await button('Run').click();
    await expect.element(page.getByText('Done')).toBeVisible();
    await expect.element(sheet()).toHaveFocus();
  });

  it('keeps the focus if it has no focusable element, and takes it back from the page', async () => {
    await renderUi(<SheetOpener>Nothing to press</SheetOpener>);
    const opener = button('Open').element();
    await button('Open').click();
    await expect.element(sheet()).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(sheet()).toHaveFocus();
    if (opener instanceof HTMLElement) opener.focus();
    await expect.element(sheet()).toHaveFocus();
  });

  it('restores the focus to its last focused element', async () => {
    await renderUi(
      <SheetOpener>
        <Button>First</Button>
        <Button>Second</Button>
      </SheetOpener>,
    );
    const opener = button('Open').element();
    await button('Open').click();
    await button('Second').click();
    if (opener instanceof HTMLElement) opener.focus();
    await expect.element(button('Second')).toHaveFocus();
  });

  it('hides the page from screen readers while open, but not the live announcements', async () => {
    const liveRegion = document.createElement('p');
    liveRegion.dataset['liveAnnouncer'] = '';
    liveRegion.textContent = 'Saved';
    document.body.append(liveRegion);
    await renderUi(<SheetOpener>Words</SheetOpener>);
    await button('Open').click();
    await expect.element(sheet()).toBeVisible();
    expect(button('Open').elements()).toEqual([]);
    await expect.element(page.getByRole('paragraph').filter({ hasText: 'Saved' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Open')).toHaveFocus();
    liveRegion.remove();
  });

  it('closes by a press outside, except for an alert dialog', async () => {
    const onCancel = vi.fn();
    await renderUi(
      <SheetOpener>
        <p>Words</p>
      </SheetOpener>,
    );
    await button('Open').click();
    await userEvent.click(document.body, { position: { x: 20, y: 20 } });
    await expect.poll(() => sheet().elements()).toEqual([]);
    await renderUi(
      <Confirm title="Block?" verb="Block" onConfirm={vi.fn()} onCancel={onCancel}>
        They are not told.
      </Confirm>,
    );
    await expect.element(page.getByRole('alertdialog')).toBeVisible();
    await userEvent.click(document.body, { position: { x: 20, y: 20 } });
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('lets Escape close its menu first, and hides the key from other listeners', async () => {
    const onClose = vi.fn();
    const onKeyDown = vi.fn();
    window.addEventListener('keydown', onKeyDown);
    await renderUi(
      <SheetOpener onClose={onClose}>
        <Menu trigger={<Button>More</Button>} items={[{ label: 'Rename', onSelect: vi.fn() }]} />
      </SheetOpener>,
    );
    await button('Open').click();
    await button('More').click();
    await expect.element(page.getByRole('menu')).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('More')).toHaveFocus();
    expect(onClose).not.toHaveBeenCalled();
    onKeyDown.mockClear();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
    expect(onKeyDown).not.toHaveBeenCalled();
    window.removeEventListener('keydown', onKeyDown);
  });

  it('leaves Escape to an input method', async () => {
    const onClose = vi.fn();
    await renderUi(
      <SheetOpener onClose={onClose}>
        <input aria-label="Name" />
      </SheetOpener>,
    );
    await button('Open').click();
    await expect.element(page.getByLabelText('Name')).toHaveFocus();
    for (const imeKey of [{ isComposing: true }, { keyCode: 229 }])
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, ...imeKey }));
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('shown as a popover, takes the focus, and returns it to the opener after Escape or a press outside', async () => {
    function PopoverOpener() {
      const [anchor, setAnchor] = useState<HTMLElement | null>(null);
      return (
        <>
          <Button onClick={(event) => setAnchor(event.currentTarget)}>Vote</Button>
          {anchor && (
            <Popover label="Your vote" anchor={anchor} onClose={() => setAnchor(null)}>
              <Button>Three</Button>
            </Popover>
          )}
        </>
      );
    }
    await renderUi(<PopoverOpener />);
    const popover = page.getByRole('dialog', { name: 'Your vote' });
    for (const dismiss of [
      () => userEvent.keyboard('{Escape}'),
      () => userEvent.click(document.body, { position: { x: 380, y: 600 } }),
    ]) {
      await button('Vote').click();
      await expect.element(popover.getByRole('button', { name: 'Three' })).toHaveFocus();
      await userEvent.keyboard('{Tab}');
      await expect.element(popover.getByRole('button', { name: 'Three' })).toHaveFocus();
      await dismiss();
      await expect.poll(() => popover.elements()).toEqual([]);
      await expect.element(button('Vote')).toHaveFocus();
    }
  });
});
