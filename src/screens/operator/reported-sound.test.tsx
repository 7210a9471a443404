import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { TrackView } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { openSoundOwner } from '../../playback/output/sound-owner.ts';
import { renderFor, trackOf } from '../../testing/scope-test.tsx';
import { silentWav } from '../../testing/silent-wav.ts';
import { ReportedSound } from './reported-sound.tsx';

/** The sound owner of the player and the radio of this page. It is notified when another page, or a reported sound, begins to play. */
const owner = openSoundOwner();

// Browsers allow sound only after a user gesture.
beforeAll(() => userEvent.click(document.body));
afterEach(() => vi.unstubAllEnvs());

async function openSound({ file = silentWav(20), track = null }: { file?: Blob; track?: TrackView | null } = {}) {
  // The app appends the path of the stored file to this URL. Behind '#' the path has no effect, so the blob itself plays.
  vi.stubEnv('VITE_SUPABASE_URL', `${URL.createObjectURL(file)}#`);
  vi.stubEnv('VITE_SUPABASE_KEY', 'key');
  await renderFor(
    { track: () => createLive(track) },
    <ReportedSound trackId="freight" title="Night Freight" stored="artist/freight.wav" />,
  );
}

const sound = () => page.getByLabelText('Listen to Night Freight');
const element = () => sound().element() as HTMLAudioElement;

it('a reported sound stops the player and the radio when it begins, and pauses when the player, the radio or another page begins', async () => {
  await openSound();
  await expect.element(sound()).toBeVisible();
  const began = vi.fn();
  const stop = owner.onOtherPage(began);
  await element().play();
  await expect.poll(() => began.mock.calls.length).toBe(1);
  await expect.poll(() => element().currentTime).toBeGreaterThan(0);
  owner.begin();
  await expect.poll(() => element().paused).toBe(true);
  await element().play();
  await expect.poll(() => began.mock.calls.length).toBe(2);
  expect(element().paused).toBe(false);
  stop();
});

it('a reported file that is not audio shows an error that says what to do', async () => {
  await openSound({ file: new Blob(['no audio']) });
  await expect.element(sound()).toBeVisible();
  void element()
    .play()
    .catch(() => undefined);
  await expect.element(page.getByRole('alert')).toHaveTextContent('The track could not be played');
  await expect.element(page.getByRole('alert')).toHaveTextContent('decide by the report');
});

it('a reported sound whose transfer failed plays after a retry by keyboard, and keeps the focus', async () => {
  await openSound();
  await expect.element(sound()).toBeVisible();
  element().dispatchEvent(new Event('error'));
  const retry = page.getByRole('button', { name: 'Retry' });
  await expect.element(retry).toBeVisible();
  await userEvent.tab();
  await expect.element(retry).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(sound()).toHaveFocus();
  await expect.poll(() => element().currentTime).toBeGreaterThan(0);
});

it('a reported track that this device has gets no audio element, because the player can play it', async () => {
  await openSound({ track: trackOf('freight') });
  await expect.element(page.getByRole('region', { name: 'Notifications' })).toBeInTheDocument();
  await expect.element(sound()).not.toBeInTheDocument();
});
