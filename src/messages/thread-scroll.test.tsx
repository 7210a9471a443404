import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { MessageView, OlderMessages } from '../../sync/client.ts';
import { createLive } from '../../sync/model/live.ts';
import { useLive } from '../engine/live.ts';
import { renderFor, restingStatus } from '../testing/scope-test.tsx';
import { ThreadMessages } from './thread-messages.tsx';

const at = new Date(2027, 0, 10, 12).getTime();
const said = (from: number, to: number, lines = 1): MessageView[] =>
  Array.from({ length: to - from }, (_, index) => ({
    id: `m${from + index}`,
    senderId: (from + index) % 4 === 0 ? 'me' : 'ann',
    content: Array.from({ length: lines + ((from + index) % 3) }, () => `Message ${from + index}`).join('\n'),
    createdAt: new Date(at + (from + index) * 60_000).toISOString(),
    isRead: true,
    state: 'sent',
    actionId: null,
    error: null,
  }));
const noop = () => undefined;

/** A conversation in a pane of 400 px, scrolled to its end. */
async function openThread(first: readonly MessageView[], state: OlderMessages = 'more') {
  const shown = createLive<{ messages: readonly MessageView[]; older: OlderMessages }>({
    messages: first,
    older: state,
  });
  const status = createLive(restingStatus('online'));
  const onOlder = vi.fn();
  function Pane() {
    const { messages, older } = useLive(shown);
    return (
      <div style={{ height: '400px', display: 'flex', flexDirection: 'column' }}>
        <ThreadMessages
          name="Ann"
          messages={messages}
          older={older}
          isUnreachable={false}
          now={at}
          onOlder={onOlder}
          onRetry={noop}
          onEdit={noop}
        />
      </div>
    );
  }
  await renderFor({ userId: 'me', isFilled: createLive(true), status, pending: createLive([]) }, <Pane />);
  const list = page.getByRole('group', { name: 'What was said' });
  const box = list.element();
  await expect.poll(() => box.scrollTop).toBeGreaterThan(0);
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  return {
    box,
    onOlder,
    painted,
    show: (messages: readonly MessageView[], older: OlderMessages) => shown.set({ messages, older }),
    status,
    /** Distance of a message from the top of the pane, in px. */
    topOf: (id: string) =>
      (box.querySelector(`[data-message="${id}"]`)?.getBoundingClientRect().top ?? NaN) -
      box.getBoundingClientRect().top,
    async scrollTo(top: number) {
      box.scrollTop = top;
      await painted();
    },
  };
}

describe('[SY-37] a conversation with older messages on the server', () => {
  it('requests the older messages once when it is scrolled to its top, and shows that they are loading', async () => {
    const { box, onOlder, show, scrollTo, painted } = await openThread(said(40, 60));
    await painted();
    expect([onOlder.mock.calls.length, box.scrollHeight - box.scrollTop - box.clientHeight < 2]).toEqual([0, true]);
    await scrollTo(0);
    await expect.poll(() => onOlder.mock.calls.length).toBe(1);
    show(said(40, 60), 'loading');
    await expect.element(page.getByRole('button', { name: 'Loading' })).toBeVisible();
    await scrollTo(200);
    await scrollTo(0);
    expect(onOlder).toHaveBeenCalledTimes(1);
    expect(page.getByRole('button', { name: 'Load older messages' }).elements()).toEqual([]);
  });

  it('keeps the first visible message in place while older messages load and appear, and when new ones arrive at the same time', async () => {
    const { topOf, show, scrollTo, painted, onOlder } = await openThread(said(40, 60));
    await scrollTo(0);
    await expect.poll(() => onOlder.mock.calls.length).toBe(1);
    const before = topOf('m40');
    show(said(40, 60), 'loading');
    await painted();
    expect(Math.abs(topOf('m40') - before)).toBeLessThan(1);
    show([...said(20, 60), ...said(61, 63)], 'more');
    await painted();
    expect(Math.abs(topOf('m40') - before)).toBeLessThan(1);
    // The person scrolls while the next page is loading.
    await scrollTo(0);
    await expect.poll(() => onOlder.mock.calls.length).toBe(2);
    show([...said(20, 60), ...said(61, 63)], 'loading');
    await scrollTo(150);
    const next = topOf('m24');
    show([...said(0, 60), ...said(61, 64)], 'none');
    await painted();
    expect(Math.abs(topOf('m24') - next)).toBeLessThan(1);
  });

  it('keeps the position although the browser has not yet fired an event for the last scroll', async () => {
    const { box, topOf, show, scrollTo } = await openThread(said(20, 60, 2));
    await scrollTo(300);
    const before = topOf('m30');
    box.scrollTop = 360;
    show(said(0, 60, 2), 'more');
    await expect.poll(() => Math.round(topOf('m30') - before)).toBe(-60);
  });

  it('keeps the position when a message above is removed', async () => {
    const { topOf, show, scrollTo, painted } = await openThread(said(20, 60, 2));
    await scrollTo(900);
    const before = topOf('m35');
    show(
      said(20, 60, 2).filter(({ id }) => id !== 'm22' && id !== 'm20'),
      'more',
    );
    await painted();
    expect(Math.abs(topOf('m35') - before)).toBeLessThan(1);
  });

  it('requests older messages without scrolling until the pane is full', async () => {
    const { onOlder, show, box } = await openThread(said(55, 60, 3));
    show(said(59, 60), 'here');
    await expect.poll(() => onOlder.mock.calls.length).toBeGreaterThan(0);
    const calls = onOlder.mock.calls.length;
    show(said(57, 60), 'here');
    await expect.poll(() => onOlder.mock.calls.length).toBeGreaterThan(calls);
    show(said(40, 60), 'here');
    await expect.poll(() => box.scrollHeight - box.scrollTop - box.clientHeight).toBeLessThan(2);
  });

  it('says that the rest could not be reached, and tries again on request', async () => {
    const { onOlder, show, scrollTo } = await openThread(said(40, 60));
    await scrollTo(0);
    await expect.poll(() => onOlder.mock.calls.length).toBe(1);
    show(said(40, 60), 'failed');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Could not reach the rest.');
    await page.getByRole('button', { name: 'Retry' }).click();
    expect(onOlder).toHaveBeenCalledTimes(2);
  });

  it('says offline that it shows only the messages on the device, and requests older ones once the network is back', async () => {
    const { onOlder, show, scrollTo, painted, status } = await openThread(said(40, 60), 'here');
    status.set(restingStatus('offline'));
    await scrollTo(0);
    // Offline too, older messages that are on the device are requested.
    await expect.poll(() => onOlder.mock.calls.length).toBe(1);
    show(said(20, 60), 'more');
    await painted();
    await scrollTo(0);
    await expect.element(page.getByText('Only what is on this device.')).toBeVisible();
    await expect.element(page.getByText('More when you are online.')).toBeVisible();
    expect(onOlder).toHaveBeenCalledTimes(1);
    status.set(restingStatus('online'));
    await expect.poll(() => onOlder.mock.calls.length).toBe(2);
  });

  it('ends without a button where the conversation begins', async () => {
    const { onOlder, scrollTo } = await openThread(said(40, 60), 'none');
    await scrollTo(0);
    expect(page.getByRole('button', { name: 'Load older messages' }).elements()).toEqual([]);
    expect(onOlder).not.toHaveBeenCalled();
  });
});
