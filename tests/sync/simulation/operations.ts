import { accountOperations } from './account-operations.ts';
import type { Device } from './device.ts';
import { deviceOperations } from './device-operations.ts';
import { messageOperations } from './message-operations.ts';
import { personOperations } from './person-operations.ts';
import type { Scene } from './scene.ts';
import { serverOperations } from './server-operations.ts';

/** Returns a detail for the trace, or an empty string. */
export type Operation = (scene: Scene, device: Device) => string | Promise<string>;

export const operations: Readonly<Record<string, Operation>> = {
  ...personOperations,
  ...messageOperations,
  ...deviceOperations,
  ...accountOperations,
  ...serverOperations,
};

/** How often an operation is drawn, relative to others; 2 by default. */
export const weights: Readonly<Record<string, number>> = {
  play: 12,
  vote: 10,
  create: 4,
  edit: 3,
  'another page': 4,
  freeze: 3,
  'clock jumps': 3,
  poison: 1.5,
  burst: 0,
  visit: 4,
  'messages arrive': 4,
  'older messages': 12,
  'forget visited tracks': 1.5,
  wait: 4,
  poke: 4,
  online: 6,
  'a change begins': 5,
  'a change commits': 6,
  'the shelf is arranged': 2,
  thaw: 4,
  'a digest is published': 6,
  'sign in again': 4,
  'the backup is restored': 0.6,
  'an old folder is put back': 0.8,
  'the server starts again': 0.8,
  'old apps are refused': 0.5,
  'old tombstones are swept': 1,
  'a pin is removed': 1,
  'evict everything': 0.8,
  'evict the replica': 0.8,
  'switch account': 1,
};
