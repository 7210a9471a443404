import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { TrackView } from '../../../sync/client.ts';
import { renderFor, expectAnnounced, trackOf } from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { toasts } from '../../engine/toast.ts';
import { renderPlayer } from '../../testing/render-player.tsx';
import { usePlayerApi } from './player-context.tsx';
import { openPlayer } from './player-controller.ts';
import { playerDepsOf } from './player-deps.ts';
import { createSimulatedOutput, quietWorld } from '../../testing/simulated-output.ts';
import { simulatedScopes, simulatedSound, simulatedTrack } from '../../testing/simulated-page.ts';
import { waitFor } from '../../../tests/support/wait-for.ts';

async function openSimulated(change: Partial<ReturnType<typeof simulatedTrack>> = {}) {
  const device = simulatedScopes();
  device.become('me');
  const scope = device.scope.get();
  if (!scope) throw new Error('somebody is signed in');
  const world = quietWorld();
  const simulated = createSimulatedOutput(world);
  const player = openPlayer({ person: playerDepsOf(scope), output: simulated.output, sound: simulatedSound().sound });
  await renderFor({}, null);
  player.send({ type: 'tracks.play', tracks: [{ ...simulatedTrack('a'), ...change }], startIndex: 0 });
  return { world, simulated };
}

describe('the player', () => {
  it('shows that a track has no audio', async () => {
    await openSimulated({ audioSrc: '' });
    await expectAnnounced('Audio Error', 'Cannot load track. Audio file may be missing.');
  });

  it('shows that the file is missing', async () => {
    const { world, simulated } = await openSimulated();
    world.missing.add(simulatedTrack('a').audioSrc);
    simulated.settle();
    await expectAnnounced('Audio Error', 'Cannot load track. Audio file may be missing.');
  });

  it('shows that the file cannot be played', async () => {
    const { world, simulated } = await openSimulated();
    const { audioSrc } = simulatedTrack('a');
    // When a file cannot be decoded, the player drops the copy on the device and fetches the file once more, from a URL with another fragment.
    for (const address of [audioSrc, `${audioSrc}#1`]) world.broken.add(address);
    await waitFor(() => {
      simulated.settle();
      expect(toasts.get()).toHaveLength(1);
    });
    await expectAnnounced('Audio Load Error', 'Failed to load audio file. Please try again.');
  });

  it('shows that the browser paused the track', async () => {
    const { simulated } = await openSimulated();
    simulated.settle();
    simulated.interrupt();
    await expectAnnounced('Audio paused. Please tap play to continue.');
  });
});

const nameless = trackOf('t9', { title: '', artist_name: '', audioSrc: '' });

function Presses({ track }: { track: TrackView }) {
  const { playArtist, play } = usePlayerApi();
  return (
    <>
      <button onClick={() => playArtist('artist', 'elsewhere')}>Play artist</button>
      <button onClick={() => play([track], 0)}>Play track</button>
    </>
  );
}

describe("an artist's tracks", () => {
  it.each([
    ['that are not on the device yet', 'empty', [], 'Load Error', 'Could not load artist tracks.'],
    [
      'none of which is public',
      'complete',
      [trackOf('t1', { is_public: false })],
      'No Tracks',
      'This artist has no public tracks.',
    ],
    ['without the pressed one', 'complete', [trackOf('t1')], 'Playback Error', 'Failed to start playback.'],
  ] as const)('show an error if pressed: tracks %s', async (_, state, tracks, title, text) => {
    await renderPlayer(state, tracks, <Presses track={nameless} />);
    await page.getByRole('button', { name: 'Play artist' }).click();
    await expectAnnounced(title, text);
  });
});

it('the bar shows placeholders for a track without title and artist', async () => {
  await renderPlayer('complete', [], <Presses track={nameless} />);
  await page.getByRole('button', { name: 'Play track' }).click();
  const bar = page.getByRole('region', { name: 'Player' });
  await expect.element(bar.getByText('Untitled')).toBeVisible();
  await expect.element(bar.getByText('Unknown Artist')).toBeVisible();
});

it('the bar, the window title and the queue show the current title, artist and cover of a queued track', async () => {
  const row = createLive<TrackView | null>(trackOf('t1', { title: 'Wet Paint' }));
  await renderPlayer('complete', [], <Presses track={trackOf('t1', { title: 'Wet Paint' })} />, () => row);
  await page.getByRole('button', { name: 'Play track' }).click();
  const bar = page.getByRole('region', { name: 'Player' });
  await expect.element(bar.getByText('Wet Paint', { exact: true })).toBeVisible();
  row.set(trackOf('t1', { title: 'Wet Paint (Dry)', artist_name: 'Ines', coverSrc: '/dry.webp' }));
  await expect.element(bar.getByText('Wet Paint (Dry)', { exact: true })).toBeVisible();
  await expect.element(bar.getByText('Ines', { exact: true })).toBeVisible();
  expect(bar.element().querySelector('img')?.src).toContain('/dry.webp');
  expect(document.title).toBe('▶ Wet Paint (Dry), Ines');

  await bar.getByRole('button', { name: 'Open player, Wet Paint (Dry)' }).click();
  const sheet = page.getByRole('dialog');
  await expect.element(sheet.getByRole('link', { name: 'Wet Paint (Dry)' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Queue' }).click();
  await expect.element(sheet.getByRole('button', { name: 'Play Wet Paint (Dry)' })).toBeVisible();
});
