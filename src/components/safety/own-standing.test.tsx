import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AcknowledgedAction, RemoteApi, RemoteReading, Scope } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import type { Decision } from '../../../sync/model/remote-reads.ts';
import { expectAnnounced, renderFor, restingStatus } from '../../testing/scope-test.tsx';
import { OwnStanding } from './own-standing.tsx';

const hidden = (appeal: Decision['appeal']) => ({
  act_id: 'act',
  track_id: 't',
  title: 'Pier 9',
  reason: 'Same count-in',
  appeal,
});

function openStanding(value: object, network: 'online' | 'offline' = 'online') {
  const listeners: ((outcome: AcknowledgedAction | undefined) => void)[] = [];
  const texts = new Map<string, string>();
  const enqueue = vi.fn<(kind: string, payload: object) => Promise<string>>(() => Promise.resolve('action'));
  const standing = { is_operator: false, silence: null, hidden_tracks: [], answers: [], ...value };
  const state = { kind: 'here', value: standing, at: 0, isStale: false, isAsking: false, failure: null };
  const remote = {
    read: () => Object.assign(createLive(state), { retry: () => undefined }) as unknown as RemoteReading<never>,
  } as unknown as RemoteApi;
  const parts = {
    pending: createLive([]),
    status: createLive(restingStatus(network)),
    remote: () => Promise.resolve(remote),
    device: {
      text: (key: string) => texts.get(key) ?? null,
      setText: (key: string, text: string) => Boolean(texts.set(key, text)),
    },
    enqueue,
    onOutcome: (_id: string, listener: (outcome: AcknowledgedAction | undefined) => void) => listeners.push(listener),
  } as unknown as Partial<Scope>;
  const refuse = (message: string) => {
    const action = { id: 'action', kind: 'appeal.send', payload: {}, occurredAt: '2027-01-01T00:00:00Z' } as const;
    for (const listener of listeners.splice(0))
      listener({ ...action, status: 'rejected', result: { code: 'no', message } });
  };
  return { parts, enqueue, texts, refuse };
}
const ask = () => page.getByRole('button', { name: 'Ask for another look' });
const field = () => page.getByLabelText('Why should the decision change?');

it('offline, the appeal form checks its text, stores it as a draft, queues it once, and says that an appeal was made', async () => {
  const { parts, enqueue, texts } = openStanding({ hidden_tracks: [hidden(null)] }, 'offline');
  await renderFor(parts, <OwnStanding />);
  await ask().click();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('Write why the decision should change.');
  await field().fill('🎵'.repeat(501));
  await expect.element(page.getByRole('alert')).toHaveTextContent('At most 500 characters.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  expect(enqueue).not.toHaveBeenCalled();
  await field().fill(' It is mine. ');
  expect([...texts.values()]).toEqual([' It is mine. ']);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByText('You asked for another look. The answer will be here.')).toBeVisible();
  expect(enqueue.mock.calls).toEqual([['appeal.send', { act_id: 'act', content: 'It is mine.' }, undefined]]);
  await expectAnnounced('Saved on this device', 'It is sent when the network is back.');
  expect([...texts.values()]).toEqual(['']);
});

it('the appeal form opens with an earlier draft', async () => {
  const { parts, texts } = openStanding({ hidden_tracks: [hidden(null)] });
  texts.set('appeal-act', 'It is');
  await renderFor(parts, <OwnStanding />);
  await expect.element(field()).toHaveValue('It is');
});

it('a refused appeal shows why the server refused it, and is offered again', async () => {
  const { parts, refuse } = openStanding({ hidden_tracks: [hidden(null)] });
  await renderFor(parts, <OwnStanding />);
  await ask().click();
  await field().fill('It is mine.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(field()).not.toBeInTheDocument();
  refuse('This decision no longer applies, so there is nothing to appeal against.');
  await expectAnnounced('Not sent', 'This decision no longer applies, so there is nothing to appeal against.');
  await expect.element(ask()).toBeVisible();
});

it('answers to appeals are shown with their reasons, and without the offer of another appeal', async () => {
  const { parts } = openStanding({
    hidden_tracks: [hidden({ at: '2026-11-28T10:00:00Z', outcome: 'keep', answer: 'The single is older' })],
    answers: [{ id: 'a', title: 'Low Tide', outcome: 'undo', answer: 'Their own' }],
  });
  await renderFor(parts, <OwnStanding />);
  await expect
    .element(page.getByText('An operator looked again and kept the decision: The single is older'))
    .toBeVisible();
  await expect.element(page.getByText('“Low Tide” is shown again')).toBeVisible();
  await expect.element(page.getByText('An operator undid the decision. Reason: Their own')).toBeVisible();
  await expect.element(ask()).not.toBeInTheDocument();
});
