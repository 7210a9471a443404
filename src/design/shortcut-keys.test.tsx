import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Confirm } from './dialog.tsx';
import { Sheet } from './sheet.tsx';
import { useShortcutKeys } from './shortcut-keys.ts';
import { draw } from '../testing/ui-test.tsx';

const ran: string[] = [];

/** A page that has keys for everything but those in `leaves`. */
function Keys({ leaves = [], over }: { leaves?: readonly string[]; over?: 'sheet' | 'question' }) {
  useShortcutKeys((key) => {
    if (leaves.includes(key)) return false;
    ran.push(key);
    return true;
  });
  return (
    <>
      <button type="button">Press</button>
      <input aria-label="Write" />
      <input type="range" aria-label="Choose" />
      {over === 'question' && (
        <Confirm title="Delete it?" verb="Delete" onConfirm={() => undefined} onCancel={() => undefined} />
      )}
      {over === 'sheet' && (
        <Sheet title="Over" onClose={() => undefined}>
          Words
        </Sheet>
      )}
    </>
  );
}

/** Presses a key of a layout. @returns whether it was taken from the page */
function press(how: KeyboardEventInit & { keyCode?: number }, on: Element = document.body): boolean {
  return !on.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...how }));
}

it('is told of a key by its letter, on every layout, and takes it from the page only where it does something', async () => {
  ran.length = 0;
  await draw(<Keys leaves={[' ', 'ArrowDown']} />);
  expect(press({ key: 'm', code: 'KeyM' })).toBe(true);
  expect(press({ key: 'Ь', code: 'KeyM' })).toBe(true);
  expect(press({ key: 'צ', code: 'KeyM' })).toBe(true);
  expect(press({ key: 'n', code: 'KeyL' })).toBe(true);
  expect(press({ key: '?', code: 'Digit7', shiftKey: true })).toBe(true);
  expect(press({ key: ' ', code: 'Space' })).toBe(false);
  expect(press({ key: 'ArrowDown', code: 'ArrowDown' })).toBe(false);
  expect(ran).toEqual(['m', 'm', 'm', 'n', '?']);
});

it('leaves keys with a modifier, of an input method, and those that what has the focus uses itself', async () => {
  ran.length = 0;
  await draw(<Keys />);
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'])
    expect(press({ key: 'ArrowUp', code: 'ArrowUp', [modifier]: true })).toBe(false);
  expect(press({ key: 'm', code: 'KeyM', keyCode: 229 })).toBe(false);
  expect(press({ key: 'm', code: 'KeyM', isComposing: true })).toBe(false);
  expect(press({ key: 'm', code: 'KeyM' }, page.getByLabelText('Write').element())).toBe(false);
  expect(press({ key: 'ArrowUp', code: 'ArrowUp' }, page.getByLabelText('Choose').element())).toBe(false);
  expect(press({ key: ' ', code: 'Space' }, page.getByRole('button', { name: 'Press' }).element())).toBe(false);
  expect(ran).toEqual([]);
  expect(press({ key: 'm', code: 'KeyM' }, page.getByRole('button', { name: 'Press' }).element())).toBe(true);
});

it('leaves every key to what lies over the page', async () => {
  ran.length = 0;
  for (const over of ['sheet', 'question'] as const) {
    const drawn = await draw(<Keys over={over} />);
    await userEvent.keyboard('n');
    expect([over, ...ran]).toEqual([over]);
    await drawn.unmount();
  }
});
