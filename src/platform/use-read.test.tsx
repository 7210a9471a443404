import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderUi } from '../testing/ui-test.tsx';
import { useRead } from './use-read.ts';

interface ReaderProps {
  read: (key: string) => Promise<string>;
  known?: (key: string) => string | undefined;
  id: string;
}

function Reader({ read, known, id }: ReaderProps) {
  const result = useRead(read, id, known);
  if (result.kind === 'failed')
    return (
      <button type="button" onClick={result.retry}>
        Retry
      </button>
    );
  return <output>{result.kind === 'loaded' ? result.value : 'reading'}</output>;
}

describe('a local read', () => {
  it('shows a failure and retries', async () => {
    const read = vi.fn((key: string) => Promise.resolve(`read ${key}`)).mockRejectedValueOnce(new Error('no storage'));
    await renderUi(<Reader read={read} id="a" />);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByRole('status')).toHaveTextContent('read a');
  });

  it('keeps the previous value during the next read, and drops outdated results', async () => {
    const resolvers = new Map<string, (value: string) => void>();
    const read = (key: string) => new Promise<string>((resolve) => resolvers.set(key, resolve));
    const { rerender } = await renderUi(<Reader read={read} id="a" />);
    resolvers.get('a')?.('of a');
    await expect.element(page.getByRole('status')).toHaveTextContent('of a');
    await rerender(<Reader read={read} id="b" />);
    await rerender(<Reader read={read} id="c" />);
    await expect.element(page.getByRole('status')).toHaveTextContent('of a');
    resolvers.get('c')?.('of c');
    resolvers.get('b')?.('of b');
    await expect.element(page.getByRole('status')).toHaveTextContent('of c');
  });

  it('shows a known value at once, and reads it no more', async () => {
    const read = vi.fn((key: string) => Promise.resolve(`read ${key}`));
    const known = (key: string) => (key === 'a' ? 'known a' : undefined);
    const { container, rerender } = await renderUi(<Reader read={read} known={known} id="a" />);
    expect(container.textContent).toBe('known a');
    await rerender(<Reader read={read} known={known} id="b" />);
    await expect.element(page.getByRole('status')).toHaveTextContent('read b');
    expect(read.mock.calls).toEqual([['b']]);
  });
});
