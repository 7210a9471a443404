import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../ui/ui-test.tsx';
import { Lockup } from './lockup.tsx';

it('shows its name whole, or not at all where the bar leaves it too little room', async () => {
  for (const [width, isSeen] of [
    [400, true],
    [160, true],
    [140, false],
    [60, false],
  ] as const) {
    const { unmount } = await draw(
      <div style={{ display: 'flex', width }}>
        <Lockup />
      </div>,
    );
    // The name is narrower in the letters before its own.
    await document.fonts.ready;
    const line = page
      .getByRole('link')
      .getByText(/^undercurrent/)
      .element();
    const name = document.createRange();
    name.selectNodeContents(line);
    const [box, words] = [line.getBoundingClientRect(), name.getBoundingClientRect()];
    expect([width, words.bottom <= box.bottom + 1 && words.right <= box.right + 1]).toEqual([width, isSeen]);
    expect(words.top >= box.bottom).toBe(!isSeen);
    await unmount();
  }
});
