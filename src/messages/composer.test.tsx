import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderFor, meWith } from '../testing/scope-test.tsx';
import { createLive } from '../../sync/model/live.ts';
import { Composer } from './composer.tsx';
import { createDrafts } from './drafts.ts';

function openDrafts() {
  const texts = new Map<string, string>();
  const text = (key: string) => texts.get(key) ?? null;
  const drafts = createDrafts({ text, setText: (key, value) => texts.set(key, value) === texts });
  return { drafts, stored: () => [...texts.values()] };
}

it('a message returns to the field if sending it throws, and the next message is sent', async () => {
  const { drafts } = openDrafts();
  const onSend = vi.fn<(content: string) => Promise<boolean>>(() => Promise.resolve(true));
  onSend.mockImplementationOnce(() => {
    throw new TypeError('crypto.randomUUID is not a function');
  });
  await renderFor(
    { me: createLive(meWith(60)) },
    <Composer partnerId="ada" drafts={drafts} isPlaying={false} onSend={onSend} />,
  );
  const field = page.getByRole('textbox');
  await field.fill('first');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('first');
  await field.fill('second');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onSend.mock.calls).toEqual([['first'], ['second']]);
  await expect.element(field).toHaveValue('');
});

it('a message is stored on the device until it is queued', async () => {
  const { drafts, stored } = openDrafts();
  let settle: (isQueued: boolean) => void = () => undefined;
  const queued = new Promise<boolean>((resolve) => (settle = resolve));
  await renderFor(
    { me: createLive(meWith(60)) },
    <Composer partnerId="ada" drafts={drafts} isPlaying={false} onSend={() => queued} />,
  );
  const field = page.getByRole('textbox');
  await field.fill('first');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('');
  expect(stored()).toEqual(['first']);
  await field.fill('second');
  expect(stored()).toEqual(['first\nsecond']);
  settle(true);
  await expect.poll(stored).toEqual(['second']);
});
