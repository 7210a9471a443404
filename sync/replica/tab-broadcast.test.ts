import { BroadcastChannel as Package } from 'broadcast-channel';
import { afterEach, expect, it, vi } from 'vitest';
import { BroadcastChannel } from './tab-broadcast.ts';

const open: { close(): unknown }[] = [];
const openOurs = () => {
  const channel = new BroadcastChannel('replica');
  const received: unknown[] = [];
  const listener = (data: unknown) => void received.push(data);
  channel.addEventListener('message', listener);
  open.push(channel);
  return { channel, received, leave: () => channel.removeEventListener('message', listener) };
};
const openWithPackage = () => {
  const channel = new Package<unknown>('replica', { type: 'native' });
  const received: unknown[] = [];
  channel.addEventListener('message', (data) => void received.push(data));
  open.push(channel);
  return { channel, received };
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((channel) => channel.close()));
});

it('[SY-17] a channel receives messages of other pages, not its own, and none after its listener is removed', async () => {
  const [first, second] = [openOurs(), openOurs()];
  first.channel.postMessage({ rows: 1 });
  await vi.waitFor(() => expect(second.received).toEqual([{ rows: 1 }]));
  second.leave();
  first.channel.postMessage({ rows: 2 });
  second.channel.postMessage({ rows: 3 });
  await vi.waitFor(() => expect(first.received).toEqual([{ rows: 3 }]));
  expect(second.received).toEqual([{ rows: 1 }]);
});

it("[SY-21] a channel exchanges messages with a page that uses RxDB's own package", async () => {
  const [ours, theirs] = [openOurs(), openWithPackage()];
  await theirs.channel.postMessage({ rows: 1 });
  await vi.waitFor(() => expect(ours.received).toEqual([{ rows: 1 }]));
  ours.channel.postMessage({ rows: 2 });
  await vi.waitFor(() => expect(theirs.received).toEqual([{ rows: 2 }]));
});
