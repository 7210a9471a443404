import { afterEach, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { silentWav } from '../../testing/silent-wav.ts';
import type { Gapless } from './gapless.ts';
import { createHowlerOutput } from './howler-output.ts';

const follow = vi.hoisted(() => vi.fn<Gapless['follow']>());
vi.mock('./gapless.ts', async (original) => ({
  ...(await original<typeof import('./gapless.ts')>()),
  createGapless: (): Gapless => ({ follow }),
}));

afterEach(() => void vi.restoreAllMocks());

it('each source after the first is followed from its load on, so that no event of its start is missed', async () => {
  const output = createHowlerOutput();
  await userEvent.click(document.body);
  const load = (loadId: number) =>
    output.load({ loadId, url: URL.createObjectURL(silentWav(1)), startS: 0, durationS: 1, play: true });
  load(1);
  await expect.poll(() => follow.mock.calls.length).toBe(1);
  load(2);
  expect(follow).toHaveBeenCalledTimes(2);
  output.unload();
});
