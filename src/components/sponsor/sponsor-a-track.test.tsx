import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MeView } from '../../../sync/client.ts';
import { freshStatus } from '../../../sync/model/fresh-status.ts';
import { createLive } from '../../../sync/model/live.ts';
import { rulesOf } from '../../../sync/model/rules.ts';
import { expectAnnounced, meWith, renderFor } from '../../testing/scope-test.tsx';
import { SponsorATrack } from './sponsor-a-track.tsx';

it('a focused button that becomes locked keeps the focus, and says why when pressed', async () => {
  const me = createLive<MeView | null>(null);
  await renderFor(
    { userId: 'me', me, rules: createLive(rulesOf([])), status: createLive(freshStatus) },
    <SponsorATrack />,
  );
  const button = page.getByRole('button', { name: 'Sponsor a track' });
  await expect.element(button).toBeEnabled();
  await userEvent.tab();
  await expect.element(button).toHaveFocus();
  me.set(meWith(21));
  await expect.element(button).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await expectAnnounced('Unlocks at Level 3 – keep listening and earning Zaps!');
});
