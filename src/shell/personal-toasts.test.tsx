import { expect, it } from 'vitest';
import { toast, toasts } from '../engine/toast.ts';
import { renderFor } from '../testing/scope-test.tsx';
import { PersonalToasts } from './personal-toasts.tsx';

const titles = () => toasts.get().map(({ title }) => title);

it.each([
  ['signs out', null],
  ['leaves the device to somebody else', 'ben'],
])('[S-60] no toast of a person stays when that person %s', async (_, next) => {
  const { become } = await renderFor({ userId: 'ann' }, <PersonalToasts />);
  toast({
    kind: 'success',
    title: 'Deleted “Songs for Ben”',
    duration: null,
    action: { label: 'Undo', run: () => {} },
  });
  // A new scope of the same person keeps it.
  become({ userId: 'ann' });
  toast({ kind: 'info', title: 'Sent', duration: null });
  expect(titles()).toEqual(['Deleted “Songs for Ben”', 'Sent']);
  become({ userId: next });
  await expect.poll(titles).toEqual([]);
  toast({ kind: 'success', title: 'Profile deleted' });
  become({ userId: next });
  expect(titles()).toEqual(['Profile deleted']);
});
