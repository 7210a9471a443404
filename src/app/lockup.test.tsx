import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../ui/ui-test.tsx';
import { Lockup } from './lockup.tsx';

it('keeps its name on one line where the bar leaves it too little room', async () => {
  const lines = async (width: number) => {
    const { unmount } = await draw(
      <div style={{ display: 'flex', width }}>
        <Lockup yieldsName={false} />
      </div>,
    );
    const { height } = page
      .getByRole('link')
      .getByText(/^undercurrent/)
      .element()
      .getBoundingClientRect();
    await unmount();
    return height;
  };
  expect(await lines(120)).toBe(await lines(400));
});
