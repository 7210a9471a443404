import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderUi } from '../testing/ui-test.tsx';
import { useRead } from './use-read.ts';

function Reader({ read, of }: { read: (key: string) => Promise<string>; of: string }) {
  const answer = useRead(read, of);
  if (answer.kind === 'failed')
    return (
      <button type="button" onClick={answer.retry}>
        Retry
      </button>
    );
  return <output>{answer.kind === 'here' ? answer.value : 'reading'}</output>;
}

describe('a local read', () => {
  it('shows a failure and retries', async () => {
    const read = vi.fn((key: string) => Promise.resolve(`read ${key}`)).mockRejectedValueOnce(new Error('no storage'));
    await renderUi(<Reader read={read} of="a" />);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(page.getByRole('status')).toHaveTextContent('read a');
  });

  it('keeps its last answer during the next read, and drops outdated answers', async () => {
    const answers = new Map<string, (answer: string) => void>();
    const read = (key: string) => new Promise<string>((answer) => answers.set(key, answer));
    const { rerender } = await renderUi(<Reader read={read} of="a" />);
    answers.get('a')?.('of a');
    await expect.element(page.getByRole('status')).toHaveTextContent('of a');
    await rerender(<Reader read={read} of="b" />);
    await rerender(<Reader read={read} of="c" />);
    await expect.element(page.getByRole('status')).toHaveTextContent('of a');
    answers.get('c')?.('of c');
    answers.get('b')?.('of b');
    await expect.element(page.getByRole('status')).toHaveTextContent('of c');
  });
});
