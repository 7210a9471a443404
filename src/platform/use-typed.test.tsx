import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderUi } from '../testing/ui-test.tsx';
import { useTyped } from './use-typed.ts';

/** Stores the text after a delay, like the address on a slow device. */
function Kept({ first, slowMs }: { first: string; slowMs: number }) {
  const [kept, setKept] = useState(first);
  const [typed, setTyped] = useTyped(kept, (text) => setTimeout(() => setKept(text), slowMs));
  return (
    <>
      <input aria-label="Search" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <output>{kept}</output>
      <button type="button" onClick={() => setKept('from a link')}>
        Link
      </button>
    </>
  );
}

describe('a text field with external state', () => {
  it('loses and moves no letter, however slow the external state is', async () => {
    await renderUi(<Kept first="hello world" slowMs={400} />);
    const field = page.getByRole('textbox');
    await field.click();
    await userEvent.keyboard('{Home}');
    for (const letter of 'abc def ') await userEvent.keyboard(letter);
    await expect.element(field).toHaveValue('abc def hello world');
    await expect.element(page.getByRole('status')).toHaveTextContent('abc def hello world');
    await expect.element(field).toHaveValue('abc def hello world');
  });

  it('takes over external changes', async () => {
    await renderUi(<Kept first="" slowMs={0} />);
    await userEvent.fill(page.getByRole('textbox'), 'dub');
    await expect.element(page.getByRole('status')).toHaveTextContent('dub');
    await page.getByRole('button', { name: 'Link' }).click();
    await expect.element(page.getByRole('textbox')).toHaveValue('from a link');
    await userEvent.fill(page.getByRole('textbox'), 'dub');
    await expect.element(page.getByRole('status')).toHaveTextContent('dub');
  });
});
