import { expect, it } from 'vitest';
import { createQuestions, type Court } from './row-questions.ts';

const court = (table: number, count = 2): Court => ({ table, keys: ['id'], callers: `["${count} of them"]`, count });

/** A database that answers on command, with as many verdicts as requested: true for a change that says so. */
function openDatabase() {
  const asked: { table: number; changes: readonly string[]; answer: () => void; fail: () => void }[] = [];
  const ask = createQuestions(
    ({ table, count }, changes) =>
      new Promise((resolve, reject) => {
        const verdicts = changes.flatMap((change) =>
          Array.from({ length: count }, (_, at) => change === `seen by ${at}`),
        );
        asked.push({ table, changes, answer: () => resolve(verdicts), fail: () => reject(new Error(changes.join())) });
      }),
  );
  /** Answers the pending queries, and lets the next ones start. */
  const turn = async (how: 'answer' | 'fail' = 'answer') => {
    for (const one of asked.splice(0)) one[how]();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { ask, asked, turn };
}

it('asks at once, and batches the later changes of one table', async () => {
  const { ask, asked, turn } = openDatabase();
  const verdicts = ['seen by 0', 'seen by 1', 'nobody', 'seen by 1'].map((change) => ask(court(1), change));
  const others = ask(court(2), 'seen by 0');
  expect(asked.map(({ table, changes }) => [table, changes])).toEqual([
    [1, ['seen by 0']],
    [1, ['seen by 1']],
  ]);
  await turn();
  expect(asked.map(({ table, changes }) => [table, changes])).toEqual([
    [1, ['nobody', 'seen by 1']],
    [2, ['seen by 0']],
  ]);
  await turn();
  expect(await Promise.all(verdicts)).toEqual([
    [true, false],
    [false, true],
    [false, false],
    [false, true],
  ]);
  expect(await others).toEqual([true, false]);
});

it('asks about one change at a time when there are many callers', async () => {
  const { ask, asked, turn } = openDatabase();
  const all = Array.from({ length: 5 }, () => ask(court(1, 300), 'nobody'));
  while (asked.length > 0) {
    expect(asked.map(({ changes }) => changes.length)).toEqual(asked.map(() => 1));
    await turn();
  }
  expect((await Promise.all(all)).flat()).toHaveLength(1500);
});

it('retries each change alone when a query fails, and rejects those that fail again', async () => {
  const { ask, asked, turn } = openDatabase();
  const first = [ask(court(1), 'nobody'), ask(court(1), 'nobody')];
  const late = ['seen by 0', 'seen by 1'].map((change) => ask(court(1), change));
  await turn();
  await Promise.all(first);
  expect(asked.map(({ changes }) => changes)).toEqual([['seen by 0', 'seen by 1']]);
  const failure = expect(late[0]).rejects.toThrow('seen by 0');
  await turn('fail');
  await turn('fail');
  await failure;
  await turn();
  expect(await late[1]).toEqual([false, true]);
});
