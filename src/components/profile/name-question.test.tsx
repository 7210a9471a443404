import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { MeView, PendingAction, Scope } from '../../../sync/client.ts';
import { profileRow } from '../../../tests/sync/support/rows.ts';
import { renderFor, expectAnnounced, meWith, restingStatus } from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { NameQuestion } from './name-question.tsx';

/** Pass the `texts` of an earlier device to keep its stored texts. */
function openDevice(name = 'nina.k', texts = new Map<string, string>()) {
  const pending = createLive<readonly PendingAction[]>([]);
  const enqueue = vi.fn(() => Promise.resolve('edit'));
  const me = createLive<MeView | null>({ ...meWith(0), profile: profileRow('me', { artist_name: name }) });
  const scopeParts: Partial<Scope> = {
    userId: 'me',
    me,
    pending,
    enqueue,
    status: createLive(restingStatus('offline')),
    onOutcome: () => undefined,
    device: {
      text: (key) => texts.get(key) ?? null,
      setText: (key, value) => Boolean(texts.set(key, value)),
      get: () => Promise.resolve(null),
      put: () => Promise.resolve(),
    },
  };
  const queue = (kind: PendingAction['kind']) =>
    pending.set([{ id: kind, kind, payload: {}, createdAt: 0, state: { kind: 'queued' }, isEditable: true }]);
  return { scopeParts, texts, enqueue, queue };
}

const question = page.getByRole('form', { name: 'What should others call you?' });
const renderQuestion = (scopeParts: Partial<Scope>, isOnPeoplePage = false) =>
  renderFor(scopeParts, <NameQuestion email="nina.k+music@example.com" isOnPeoplePage={isOnPeoplePage} />);

it.each(['share.add', 'message.send', 'connection.request', 'track.create'] as const)(
  'a new person is asked for a public name when %s first shows their name to others, also offline [S-52]',
  async (kind) => {
    const { scopeParts, queue, enqueue, texts } = openDevice();
    await renderQuestion(scopeParts);
    await expect.element(question).not.toBeInTheDocument();
    queue('vote.cast');
    await expect.element(question).not.toBeInTheDocument();
    queue(kind);
    await expect.element(question).toHaveTextContent('they see “nina.k”, from your mail address');
    await page.getByRole('button', { name: 'Save name' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Artist name is required');
    expect(enqueue).not.toHaveBeenCalled();
    await page.getByRole('textbox', { name: 'Public name' }).fill('  Nina Kay ');
    await page.getByRole('button', { name: 'Save name' }).click();
    await expectAnnounced('Profile Updated');
    expect(enqueue).toHaveBeenCalledExactlyOnceWith('profile.update', { artist_name: 'Nina Kay' }, undefined);
    await expect.element(question).not.toBeInTheDocument();
    expect([...texts.keys()]).toEqual(['name-asked']);
  },
);

it('the question appears on pages about people, but never again after Not now, even in later visits', async () => {
  const { scopeParts, queue, texts } = openDevice();
  await renderQuestion(scopeParts, true);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect.element(question).not.toBeInTheDocument();
  queue('message.send');
  await expect.element(question).not.toBeInTheDocument();
  await renderQuestion(openDevice('nina.k', texts).scopeParts, true);
  await expect.element(question).not.toBeInTheDocument();
});

it('the question does not appear for a person who has chosen a name', async () => {
  const { scopeParts, queue } = openDevice('Nina Kay');
  await renderQuestion(scopeParts, true);
  queue('share.add');
  await expect.element(question).not.toBeInTheDocument();
});
