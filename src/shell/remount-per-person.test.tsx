import { useEffect } from 'react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderFor } from '../testing/scope-test.tsx';
import { RemountPerPerson } from './remount-per-person.tsx';

function Form({ onLeave }: { onLeave: () => void }) {
  useEffect(() => onLeave, [onLeave]);
  return <input aria-label="Details" />;
}

it('[SY-19] a person’s input and pending work are discarded when another tab signs somebody else in', async () => {
  const onLeave = vi.fn<() => void>();
  const { become } = await renderFor(
    { userId: 'ann' },
    <RemountPerPerson>
      <Form onLeave={onLeave} />
    </RemountPerPerson>,
  );
  const field = page.getByLabelText('Details');
  await field.fill('about somebody');
  // A new scope of the same person keeps the state.
  become({ userId: 'ann' });
  become({ userId: null });
  await expect.element(field).toHaveValue('about somebody');
  expect(onLeave).not.toHaveBeenCalled();
  become({ userId: 'ben' });
  await expect.element(field).toHaveValue('');
  expect(onLeave).toHaveBeenCalledOnce();
});
