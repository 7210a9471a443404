import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { BlockView, Scope } from '../../../sync/client.ts';
import { renderFor, restingStatus } from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { ReportSheet } from './report-sheet.tsx';
import { waitFor } from '../../../tests/support/wait-for.ts';

async function openReport(blocked: readonly BlockView[] = []) {
  const enqueue = vi.fn<(kind: string, payload: object) => Promise<string>>(() => Promise.resolve('action'));
  const [onClose, onBlocked] = [vi.fn(), vi.fn()];
  const scopeParts: Partial<Scope> = {
    userId: 'me',
    blocks: createLive(blocked),
    pending: createLive([]),
    status: createLive(restingStatus('online')),
    onOutcome: () => undefined,
    enqueue,
  };
  await renderFor(
    scopeParts,
    <ReportSheet
      subject="profile"
      subjectId="ann"
      name="Ann"
      picture={null}
      person={{ id: 'ann', name: 'Ann' }}
      onClose={onClose}
      onBlocked={onBlocked}
    />,
  );
  const send = async () => {
    await page.getByRole('radio', { name: 'Hate' }).click();
    await page.getByRole('button', { name: 'Send report' }).click();
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  };
  return { send, onBlocked, kinds: () => enqueue.mock.calls.map(([kind]) => kind) };
}

it("a report also blocks the person if 'Also block' is ticked", async () => {
  const { send, onBlocked, kinds } = await openReport();
  await page.getByLabelText('Also block Ann').click();
  await send();
  expect(kinds()).toEqual(['report.send', 'connection.block']);
  expect(onBlocked).toHaveBeenCalledOnce();
});

it('a report alone leaves the person unblocked', async () => {
  const { send, onBlocked, kinds } = await openReport();
  await send();
  expect(kinds()).toEqual(['report.send']);
  expect(onBlocked).not.toHaveBeenCalled();
});

it("'Also block' is not offered for a person who is already blocked", async () => {
  const ann = { personId: 'ann', person: null, blockedAt: '2027-01-01T00:00:00Z', isPending: false };
  const { send, kinds } = await openReport([ann]);
  expect(page.getByText('Also block Ann').elements()).toEqual([]);
  await send();
  expect(kinds()).toEqual(['report.send']);
});
