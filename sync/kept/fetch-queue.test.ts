import { expect, it } from 'vitest';
import { createFetchQueue } from './fetch-queue.ts';

const open = () => createFetchQueue({ random: () => 1, saveData: () => false }, () => undefined);

it('[SY-22] counts a track as missing when the device did not know it three times, however often the network failed before', () => {
  const queue = open();
  for (let failures = 0; failures < 5; failures++) queue.failNetwork('t1');
  const reasons = [1, 2, 3].map(() => {
    queue.failUnknown('t1');
    return queue.failure('t1') ?? null;
  });
  expect(reasons).toEqual([null, null, 'missing']);
  queue.close();
});

it('[SY-22] forgets earlier failures of a track that is requested again', () => {
  const queue = open();
  for (let failures = 0; failures < 3; failures++) queue.failUnknown('t1');
  queue.request('t1', 'single');
  expect(queue.failure('t1')).toBeUndefined();
  queue.failUnknown('t1');
  queue.failUnknown('t1');
  expect(queue.failure('t1')).toBeUndefined();
  queue.close();
});
