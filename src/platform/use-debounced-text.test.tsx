import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderUi } from '../testing/ui-test.tsx';
import { useDebouncedText } from './use-debounced-text.ts';

function SlowField({ first, delayMs }: { first: string; delayMs: number }) {
  const [value, setValue] = useState(first);
  const [typed, setTyped] = useDebouncedText(value, (text) => setTimeout(() => setValue(text), delayMs));
  return (
    <>
      <input aria-label="Search" value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <output>{value}</output>
      <button type="button" onClick={() => setValue('from a link')}>
        Link
      </button>
    </>
  );
}

describe('a text field with external state', () => {
  it('neither loses nor moves a letter, however slow the external state is', async () => {
    await renderUi(<SlowField first="hello world" delayMs={400} />);
    const field = page.getByRole('textbox');
    await field.click();
    await userEvent.keyboard('{Home}');
    for (const letter of 'abc def ') await userEvent.keyboard(letter);
    await expect.element(field).toHaveValue('abc def hello world');
    await expect.element(page.getByRole('status')).toHaveTextContent('abc def hello world');
    await expect.element(field).toHaveValue('abc def hello world');
  });

  it('shows external changes', async () => {
    await renderUi(<SlowField first="" delayMs={0} />);
    await userEvent.fill(page.getByRole('textbox'), 'dub');
    await expect.element(page.getByRole('status')).toHaveTextContent('dub');
    await page.getByRole('button', { name: 'Link' }).click();
    await expect.element(page.getByRole('textbox')).toHaveValue('from a link');
    await userEvent.fill(page.getByRole('textbox'), 'dub');
    await expect.element(page.getByRole('status')).toHaveTextContent('dub');
  });
});
