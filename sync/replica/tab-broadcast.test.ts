import { BroadcastChannel as Package } from 'broadcast-channel';
import { afterEach, expect, it, vi } from 'vitest';
import { BroadcastChannel } from './tab-broadcast.ts';

const open: { close(): unknown }[] = [];
const openOurs = () => {
  const channel = new BroadcastChannel('replica');
  const heard: unknown[] = [];
  const listener = (data: unknown) => void heard.push(data);
  channel.addEventListener('message', listener);
  open.push(channel);
  return { channel, heard, leave: () => channel.removeEventListener('message', listener) };
};
/** What RxDB brings, as a page of an earlier version has it in a browser. */
const openWithPackage = () => {
  const channel = new Package<unknown>('replica', { type: 'native' });
  const heard: unknown[] = [];
  channel.addEventListener('message', (data) => void heard.push(data));
  open.push(channel);
  return { channel, heard };
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((channel) => channel.close()));
});

it('[SY-17] receives messages of other pages, not its own, and none after closing', async () => {
  const [one, other] = [openOurs(), openOurs()];
  one.channel.postMessage({ rows: 1 });
  await vi.waitFor(() => expect(other.heard).toEqual([{ rows: 1 }]));
  other.leave();
  one.channel.postMessage({ rows: 2 });
  other.channel.postMessage({ rows: 3 });
  await vi.waitFor(() => expect(one.heard).toEqual([{ rows: 3 }]));
  expect(other.heard).toEqual([{ rows: 1 }]);
});

it("[SY-21] exchanges messages with a page that uses RxDB's own package", async () => {
  const [ours, theirs] = [openOurs(), openWithPackage()];
  await theirs.channel.postMessage({ rows: 1 });
  await vi.waitFor(() => expect(ours.heard).toEqual([{ rows: 1 }]));
  ours.channel.postMessage({ rows: 2 });
  await vi.waitFor(() => expect(theirs.heard).toEqual([{ rows: 2 }]));
});
