import { expect, it } from 'vitest';
import { createQuestions, type Court } from './row-questions.ts';

const court = (table: number, count = 2): Court => ({ table, keys: ['id'], callers: `["${count} of them"]`, count });

/** A database that answers on command, with as many verdicts as requested: true for a change that says so. */
function openDatabase() {
  const queries: { table: number; changes: readonly string[]; answer: () => void; fail: () => void }[] = [];
  const ask = createQuestions(
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
  /** Answers the pending queries, and lets the next ones start. */
  const answerPending = async (how: 'answer' | 'fail' = 'answer') => {
    for (const query of queries.splice(0)) query[how]();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, queries, answerPending };
}

it('asks at once, and batches the later changes of one table', async () => {
  const { ask, queries, answerPending } = openDatabase();
  const verdicts = ['seen by 0', 'seen by 1', 'nobody', 'seen by 1'].map((change) => ask(court(1), change));
  const others = ask(court(2), 'seen by 0');
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
  expect(await others).toEqual([true, false]);
});

it('asks about one change at a time when there are many callers', async () => {
  const { ask, queries, answerPending } = openDatabase();
  const all = Array.from({ length: 5 }, () => ask(court(1, 300), 'nobody'));
  while (queries.length > 0) {
    expect(queries.map(({ changes }) => changes.length)).toEqual(queries.map(() => 1));
    await answerPending();
  }
  expect((await Promise.all(all)).flat()).toHaveLength(1500);
});

it('retries each change alone when a query fails, and rejects those that fail again', async () => {
  const { ask, queries, answerPending } = openDatabase();
  const first = [ask(court(1), 'nobody'), ask(court(1), 'nobody')];
  const late = ['seen by 0', 'seen by 1'].map((change) => ask(court(1), change));
  await answerPending();
  await Promise.all(first);
  expect(queries.map(({ changes }) => changes)).toEqual([['seen by 0', 'seen by 1']]);
  const failure = expect(late[0]).rejects.toThrow('seen by 0');
  await answerPending('fail');
  await answerPending('fail');
  await failure;
  await answerPending();
  expect(await late[1]).toEqual([false, true]);
});
