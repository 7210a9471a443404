import { expect, it } from 'vitest';
import {
  channelName,
  deviceTextName,
  keptCacheName,
  lockName,
  textName,
  outboxName,
  ownerName,
  replicaName,
} from './names.ts';

it('[SY-19] databases, caches, texts, locks and channels of a person have the same names in every app version, and none has the id', () => {
  const owner = ownerName('00000000-0000-4000-8000-000000000001');
  expect(owner).toBe('dbszn0znss1ydbxc3lfmc');
  expect(ownerName('00000000-0000-4000-8000-000000000002')).toBe('gmg2jjbzuyq4dnz7ehvy');
  expect(ownerName('1153'), 'a short hash is made as long as the others').toBe('m4ynau2mk3noa8339h00');
  expect(ownerName(null)).toBe('guest');
  expect([
    outboxName(owner),
    replicaName(owner, 3),
    keptCacheName(owner),
    textName(owner, 'seen'),
    lockName(owner),
    channelName(owner),
    deviceTextName(owner),
  ]).toEqual([
    'undercurrent-outbox-dbszn0znss1ydbxc3lfmc',
    'undercurrent-dbszn0znss1ydbxc3lfmc-g3',
    'kept-audio:dbszn0znss1ydbxc3lfmc',
    'undercurrent-mark:dbszn0znss1ydbxc3lfmc:seen',
    'sync:dbszn0znss1ydbxc3lfmc',
    'undercurrent:dbszn0znss1ydbxc3lfmc',
    'undercurrent-device:dbszn0znss1ydbxc3lfmc',
  ]);
  expect(deviceTextName(), 'the prefix of all of them').toBe('undercurrent-device:');
});
