import { bootState } from '../../boot/contract.ts';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderFor, trackOf } from '../../testing/scope-test.tsx';
import { renderPlayer } from '../../testing/render-player.tsx';
import { PlayerProvider, usePlayerApi } from './player-context.tsx';
import { createPlayerLoader } from './player-loader.ts';

function Apis({ apis }: { apis: ReturnType<typeof usePlayerApi>[] }) {
  apis.push(usePlayerApi());
  return null;
}

it('a press on a card rendered without the player’s code plays the track, even if the code has loaded since', async () => {
  const apis: ReturnType<typeof usePlayerApi>[] = [];
  await renderPlayer('complete', [], <Apis apis={apis} />);
  await expect.poll(() => apis.at(-1)?.controller).not.toBeNull();
  apis[0]?.play([trackOf('t1', { title: 'Night Bus', audioSrc: '' })], 0);
  await expect.element(page.getByRole('region', { name: 'Player' })).toHaveTextContent('Night Bus');
});

it('early audio stops when the player’s code cannot be fetched', async () => {
  const apis: ReturnType<typeof usePlayerApi>[] = [];
  const stopped: string[] = [];
  const noCode = () => Promise.reject(new Error('no network'));
  await renderFor(
    { userId: 'me' },
    <PlayerProvider loader={createPlayerLoader(noCode)}>
      <Apis apis={apis} />
    </PlayerProvider>,
  );
  const url = 'https://x/t1.mp3';
  bootState().sound = { url, element: new Audio(), spare: [], release: () => stopped.push(url) };
  apis.at(-1)?.play([trackOf('t1', { title: 'Night Bus', audioSrc: url })], 0);
  await expect.poll(() => stopped).toEqual([url]);
  expect(bootState().sound).toBeUndefined();
});
