import { expect, it } from 'vitest';
import { createCheckBatcher, type CheckGroup } from './batch-checks.ts';

const groupOf = (table: number, count = 2): CheckGroup => ({
  table,
  keys: ['id'],
  callers: `["${count} of them"]`,
  count,
});

function openDatabase() {
  const queries: { table: number; changes: readonly string[]; answer: () => void; fail: () => void }[] = [];
  const check = createCheckBatcher(
    ({ table, count }, changes) =>
      new Promise((resolve, reject) => {
        const verdicts = changes.flatMap((change) =>
          Array.from({ length: count }, (_, at) => change === `seen by ${at}`),
        );
        queries.push({
          table,
          changes,
          answer: () => resolve(verdicts),
          fail: () => reject(new Error(changes.join())),
        });
      }),
  );
  const answerPending = async (how: 'answer' | 'fail' = 'answer') => {
    for (const query of queries.splice(0)) query[how]();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { check, queries, answerPending };
}

it('checks the first changes at once, and batches later changes of one table', async () => {
  const { check, queries, answerPending } = openDatabase();
  const verdicts = ['seen by 0', 'seen by 1', 'nobody', 'seen by 1'].map((change) => check(groupOf(1), change));
  const ofOtherTable = check(groupOf(2), 'seen by 0');
  expect(queries.map(({ table, changes }) => [table, changes])).toEqual([
    [1, ['seen by 0']],
    [1, ['seen by 1']],
  ]);
  await answerPending();
  expect(queries.map(({ table, changes }) => [table, changes])).toEqual([
    [1, ['nobody', 'seen by 1']],
    [2, ['seen by 0']],
  ]);
  await answerPending();
  expect(await Promise.all(verdicts)).toEqual([
    [true, false],
    [false, true],
    [false, false],
    [false, true],
  ]);
  expect(await ofOtherTable).toEqual([true, false]);
});

it('checks one change per query when there are many callers', async () => {
  const { check, queries, answerPending } = openDatabase();
  const all = Array.from({ length: 5 }, () => check(groupOf(1, 300), 'nobody'));
  while (queries.length > 0) {
    expect(queries.map(({ changes }) => changes.length)).toEqual(queries.map(() => 1));
    await answerPending();
  }
  expect((await Promise.all(all)).flat()).toHaveLength(1500);
});

it('retries each change alone when a query fails, and rejects those that fail again', async () => {
  const { check, queries, answerPending } = openDatabase();
  const first = [check(groupOf(1), 'nobody'), check(groupOf(1), 'nobody')];
  const batched = ['seen by 0', 'seen by 1'].map((change) => check(groupOf(1), change));
  await answerPending();
  await Promise.all(first);
  expect(queries.map(({ changes }) => changes)).toEqual([['seen by 0', 'seen by 1']]);
  const failure = expect(batched[0]).rejects.toThrow('seen by 0');
  await answerPending('fail');
  await answerPending('fail');
  await failure;
  await answerPending();
  expect(await batched[1]).toEqual([false, true]);
});
