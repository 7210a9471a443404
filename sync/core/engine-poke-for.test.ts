import { expect, it } from 'vitest';
import { busy, network, settle, setup } from '../../tests/sync/support/scripted-world.ts';
import { type Cursor, firstCursor } from './ports.ts';

function setupAt(floor: string, world: Parameters<typeof setup>[0] = {}, failedReads = 0) {
  let cursor: Cursor = firstCursor;
  return setup({
    pulls: [{ floor }],
    ...world,
    change: ({ outbox }) => {
      const { commit } = outbox;
      outbox.cursor = () => (failedReads-- > 0 ? Promise.reject(new Error('closed')) : Promise.resolve(cursor));
      outbox.commit = (next, ...page) => {
        cursor = next;
        return commit(next, ...page);
      };
    },
  });
}
const pulls = (calls: readonly string[]) => calls.filter((call) => call === 'pull').length;

it('[SY-18] an engine pulls for a change, unless a finished cycle has read its transaction', async () => {
  const { engine, turn } = setupAt('9');
  expect(pulls(await turn(() => engine.pokeFor(3n))), 'nothing was pulled yet').toBe(1);
  expect(pulls(await turn(() => engine.pokeFor(8n)))).toBe(0);
  expect(pulls(await turn(() => engine.pokeFor(9n))), 'the transaction was open when the cycle began').toBe(1);
});

it('[SY-18] changes reported during a turn cause one more pull, unless the turn has pulled the latest of them', async () => {
  const sent = setupAt('9', { pushes: [3] });
  const pokeForEach =
    (...transactions: bigint[]) =>
    () => {
      sent.engine.poke();
      for (const transaction of transactions) sent.engine.pokeFor(transaction);
    };
  expect(pulls(await sent.turn(pokeForEach(5n, 8n))), 'one pull after its own push').toBe(1);
  expect(pulls(await sent.turn(pokeForEach(5n, 12n, 7n)))).toBe(2);
});

it('[SY-16] a reported change ends the delay after a lost network, but not after a busy server', async () => {
  const { engine, turn, waits } = setupAt('9', { pulls: [network, busy(), { floor: '9' }] });
  await turn(engine.poke);
  expect(waits()).toHaveLength(1);
  expect(pulls(await turn(() => engine.pokeFor(3n)))).toBe(1);
  expect(pulls(await turn(() => engine.pokeFor(4n)))).toBe(0);
  await engine.stop();
  await settle();
});

it('[SY-22] an engine pulls for a change when it cannot read the cursor', async () => {
  const { engine, turn } = setupAt('9', {}, 1);
  expect(pulls(await turn(() => engine.pokeFor(3n)))).toBe(1);
});
