import { it } from 'vitest';
import { page } from 'vitest/browser';
import { createLive } from '../../../sync/model/live.ts';
import { expectAnnounced, renderFor, restingStatus, scriptedQueue } from '../../testing/scope-test.tsx';
import { useBlock } from './use-block.ts';

function Acts() {
  const { block, unblock } = useBlock('ben', 'Ben');
  return (
    <>
      <button onClick={() => void block()}>Block</button>
      <button onClick={() => void unblock()}>Unblock</button>
    </>
  );
}

it.each([
  ['Block', 'Block Failed'],
  ['Unblock', 'Unblock Failed'],
])('%s: a refusal says which act failed, and why', async (act, title) => {
  const { scopeParts, refuse } = scriptedQueue();
  await renderFor({ ...scopeParts, userId: 'ann', status: createLive(restingStatus('online')) }, <Acts />);
  await page.getByRole('button', { name: act, exact: true }).click();
  await refuse('Not now.');
  await expectAnnounced(title, 'Not now.');
});
