import { useEffect, useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Scope, TrackView } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { renderFor, restingStatus, trackOf } from '../../testing/scope-test.tsx';
import { TrackGrid } from './track-grid.tsx';

const scope: Partial<Scope> = {
  userId: null,
  status: createLive(restingStatus('online')),
  kept: { states: createLive(new Map()) } as unknown as Scope['kept'],
};
const tracks = Array.from({ length: 200 }, (_, i) => trackOf(`t${i}`, { title: `Track ${i}` }));
const noMarks: readonly string[] = [];
const noop = () => undefined;
const nothingPlays = { trackId: null, isPlaying: false };

const playButtons = () => [...document.querySelectorAll<HTMLElement>('[role=listitem] button[aria-label^="Play "]')];
const titleOf = (button: HTMLElement | undefined) => button?.getAttribute('aria-label')?.replace('Play ', '');

it('the grid plays the track of the pressed card while that card still shows the previous list', async () => {
  const played: (string | undefined)[] = [];
  const pressed: (string | undefined)[] = [];
  const onPlay = (list: readonly TrackView[], index: number) => void played.push(list[index]?.title);

  /** Replaces the list, then presses the last card before the rows out of view have updated. */
  function Page() {
    const [list, setList] = useState(tracks);
    useEffect(() => {
      if (list === tracks) return;
      const last = playButtons().at(-1);
      pressed.push(titleOf(last));
      last?.click();
    }, [list]);
    return (
      <>
        <button onClick={() => setList(tracks.slice(1))}>Remove the first</button>
        <TrackGrid
          label="Tracks"
          tracks={list}
          marks={noMarks}
          onPlay={onPlay}
          onMore={noop}
          onVote={noop}
          nowPlaying={nothingPlays}
        />
      </>
    );
  }

  await renderFor(scope, <Page />);
  await expect.element(page.getByRole('button', { name: 'Play Track 0', exact: true })).toBeVisible();
  // Wait until cards below the viewport are rendered.
  await expect.poll(() => (playButtons().at(-1)?.getBoundingClientRect().top ?? 0) > window.innerHeight).toBe(true);
  const last = titleOf(playButtons().at(-1));
  await page.getByRole('button', { name: 'Remove the first' }).click();
  expect(pressed).toEqual([last]);
  expect(played).toEqual([last]);
});
