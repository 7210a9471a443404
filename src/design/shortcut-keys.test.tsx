import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Confirm } from './dialog.tsx';
import { Sheet } from './sheet.tsx';
import { useShortcutKeys } from './shortcut-keys.ts';
import { renderUi } from '../testing/ui-test.tsx';

const calls: string[] = [];

const keys = Object.fromEntries(['m', 'n', '?', 'ArrowUp'].map((key) => [key, () => void calls.push(key)]));

function PageWithShortcuts({ hasSpace = false, over }: { hasSpace?: boolean; over?: 'sheet' | 'question' }) {
  useShortcutKeys(() => (hasSpace ? { ...keys, ' ': () => void calls.push(' ') } : keys));
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

/** @returns whether the default was prevented */
function press(init: KeyboardEventInit & { keyCode?: number }, on: Element = document.body): boolean {
  return !on.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
}

it('shortcuts match keys by letter, in other scripts by position, and prevent the default of handled keys only', async () => {
  calls.length = 0;
  await renderUi(<PageWithShortcuts />);
  expect(press({ key: 'm', code: 'KeyM' })).toBe(true);
  expect(press({ key: 'Ь', code: 'KeyM' })).toBe(true);
  expect(press({ key: 'צ', code: 'KeyM' })).toBe(true);
  expect(press({ key: 'n', code: 'KeyL' })).toBe(true);
  expect(press({ key: '?', code: 'Digit7', shiftKey: true })).toBe(true);
  expect(press({ key: ' ', code: 'Space' })).toBe(false);
  expect(press({ key: 'ArrowDown', code: 'ArrowDown' })).toBe(false);
  expect(calls).toEqual(['m', 'm', 'm', 'n', '?']);
});

it('shortcuts ignore keys with a modifier, keys of an input method, and keys that the focused control uses', async () => {
  calls.length = 0;
  await renderUi(<PageWithShortcuts hasSpace />);
  for (const modifier of ['ctrlKey', 'metaKey', 'altKey', 'shiftKey'])
    expect(press({ key: 'ArrowUp', code: 'ArrowUp', [modifier]: true })).toBe(false);
  expect(press({ key: 'm', code: 'KeyM', keyCode: 229 })).toBe(false);
  expect(press({ key: 'm', code: 'KeyM', isComposing: true })).toBe(false);
  expect(press({ key: 'm', code: 'KeyM' }, page.getByLabelText('Write').element())).toBe(false);
  expect(press({ key: 'ArrowUp', code: 'ArrowUp' }, page.getByLabelText('Choose').element())).toBe(false);
  expect(press({ key: ' ', code: 'Space' }, page.getByRole('button', { name: 'Press' }).element())).toBe(false);
  expect(calls).toEqual([]);
  expect(press({ key: 'm', code: 'KeyM' }, page.getByRole('button', { name: 'Press' }).element())).toBe(true);
});

it('shortcuts do nothing under a sheet or a confirmation', async () => {
  calls.length = 0;
  for (const over of ['sheet', 'question'] as const) {
    const screen = await renderUi(<PageWithShortcuts over={over} />);
    await userEvent.keyboard('n');
    expect([over, ...calls]).toEqual([over]);
    await screen.unmount();
  }
});
