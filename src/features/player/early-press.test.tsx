import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { trackOf } from '../../lib/scope-test.tsx';
import { drawPlayer } from './drawn-player.tsx';
import { usePlayerDoor } from './player-context.tsx';

/** Keeps each door to the player that it is drawn with. */
function Doors({ doors }: { doors: ReturnType<typeof usePlayerDoor>[] }) {
  doors.push(usePlayerDoor());
  return null;
}

it('a press on a card that was drawn before the player came plays, also when the player stands by then', async () => {
  const doors: ReturnType<typeof usePlayerDoor>[] = [];
  await drawPlayer('complete', [], <Doors doors={doors} />);
  await expect.poll(() => doors.at(-1)?.engine).not.toBeNull();
  doors[0]?.play([trackOf('t1', { title: 'Night Bus', audioSrc: '' })], 0);
  await expect.element(page.getByRole('region', { name: 'Player' })).toHaveTextContent('Night Bus');
});
