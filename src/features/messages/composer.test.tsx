import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { drawFor, meWith } from '../../lib/scope-test.tsx';
import { createStore } from '../../lib/store.ts';
import { Composer } from './composer.tsx';
import type { Drafts } from './drafts.ts';

it('a message that throws on its way is back in the field, and the next one is sent', async () => {
  const draft = createStore('');
  const drafts = {
    get: () => draft.get(),
    set: (_partner: string, text: string) => draft.set(text),
    subscribe: draft.subscribe,
  } as Partial<Drafts> as Drafts;
  const onSend = vi.fn<(content: string) => Promise<boolean>>(() => Promise.resolve(true));
  onSend.mockImplementationOnce(() => {
    throw new TypeError('crypto.randomUUID is not a function');
  });
  await drawFor(
    { me: createStore(meWith(60)) },
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
