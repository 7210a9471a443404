import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AcknowledgedAction, PendingAction, RemoteApi, RemoteState, Scope } from '../../../sync/client.ts';
import { createLive } from '../../../sync/model/live.ts';
import { renderFor, restingStatus, trackOf } from '../../testing/scope-test.tsx';
import { scriptedReleases } from '../../testing/scripted-releases.ts';
import { TrackTextsSection } from './track-texts-section.tsx';

const answer = (description: string, lyrics: string, release: { id: string; title: string } | null = null) =>
  ({
    kind: 'here',
    value: { description, lyrics, release },
    at: 1,
    isStale: false,
    isAsking: false,
    failure: null,
  }) as const;
const offline: RemoteState<unknown> = { kind: 'failed', failure: { kind: 'network' }, isAsking: false };

let made = 0;
const change = (payload: Record<string, unknown>, isRefused = false): PendingAction => ({
  id: `change ${++made}`,
  kind: 'track.texts',
  payload: { track_id: 't1', ...payload },
  createdAt: 1,
  state: isRefused ? { kind: 'dead', error: { code: 'words', message: 'Not these words.' } } : { kind: 'queued' },
  isEditable: true,
});

async function open(
  state: RemoteState<unknown>,
  { userId = 'me', queue = [] }: { userId?: string | null; queue?: readonly PendingAction[] } = {},
) {
  const pending = createLive(queue);
  const reading = { ...createLive(state), retry: vi.fn() };
  const listeners = new Set<(action: AcknowledgedAction) => void>();
  const enqueue = vi.fn(async (_kind: string, payload: Record<string, unknown>) => {
    const action = change(payload);
    pending.set([...pending.get(), action]);
    return action.id;
  });
  const discard = vi.fn(async (id: string) => {
    pending.set(pending.get().filter((action) => action.id !== id));
    return true;
  });
  const acknowledge = () => {
    for (const { kind, payload } of pending.get())
      for (const listener of listeners)
        listener({ id: 'a', kind, payload, occurredAt: '2027-01-01T00:00:00Z', status: 'applied', result: {} });
    pending.set([]);
  };
  const scope = {
    userId,
    ...scriptedReleases([]).scopeParts,
    remote: () => Promise.resolve({ read: () => reading } as unknown as RemoteApi),
    status: createLive(restingStatus('online')),
    pending,
    enqueue,
    discard,
    onOutcome: () => undefined,
    onAcknowledged: (listener: (action: AcknowledgedAction) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as unknown as Partial<Scope>;
  await renderFor(
    scope,
    <>
      <TrackTextsSection track={trackOf('t1', { user_id: 'me' })} />
      <output>Rest of the page</output>
    </>,
  );
  return { enqueue, discard, acknowledge, reading };
}

const field = (name: string) => page.getByRole('textbox', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const edit = () => button('Description and lyrics').click();

describe('the texts of a track', () => {
  it('show its description, its lyrics without their tags, and its release', async () => {
    const release = { id: 'r1', title: 'Estuary' };
    await open(answer('Cut in one week.', '[ar:Ann]\n[00:02]Two\n[00:01]One', release), { userId: null });
    await expect.element(page.getByText('Cut in one week.')).toBeVisible();
    await expect.element(page.getByRole('region', { name: 'Lyrics' })).toHaveTextContent(/^LyricsOneTwo$/);
    await expect.element(page.getByRole('link', { name: 'Estuary' })).toHaveAttribute('href', '/release/r1');
    expect(button('Description and lyrics').elements()).toEqual([]);
  });

  it('are no sections if they are empty', async () => {
    await open(answer('', ''), { userId: 'them' });
    await expect.element(page.getByText('Rest of the page')).toBeVisible();
    expect(page.getByRole('heading').elements()).toEqual([]);
  });

  it('tell their owner offline that they are not on this device, and offer no form', async () => {
    await open(offline);
    await expect.element(page.getByText('Description and lyrics show here once the network is back.')).toBeVisible();
    expect(button('Description and lyrics').elements()).toEqual([]);
  });

  it('show a change at once, queue only what changed, and keep it while the answer is older', async () => {
    const { enqueue, acknowledge } = await open(answer('Old', 'Words'));
    await edit();
    await expect.element(field('Lyrics')).toHaveValue('Words');
    await field('Description').fill(' New ');
    await button('Save').click();
    await expect.element(page.getByText('New', { exact: true })).toBeVisible();
    expect(enqueue.mock.calls.map(([kind, payload]) => [kind, payload])).toEqual([
      ['track.texts', { track_id: 't1', description: 'New' }],
    ]);
    acknowledge();
    await expect.element(page.getByText('Waiting to send')).not.toBeInTheDocument();
    await expect.element(page.getByText('New', { exact: true })).toBeVisible();
  });

  it('open with the newest value, and follow newer ones until the person types', async () => {
    const { reading } = await open(answer('Old', 'Words'), { queue: [change({ lyrics: 'Queued' })] });
    await edit();
    await expect.element(field('Lyrics')).toHaveValue('Queued');
    await field('Lyrics').fill('Typed');
    reading.set(answer('Newer', 'Newer'));
    await expect.element(field('Description')).toHaveValue('Newer');
    await expect.element(field('Lyrics')).toHaveValue('Typed');
  });

  it('keep typed text when Escape closes the form, and drop it on Cancel', async () => {
    await open(answer('Old', ''));
    await edit();
    await field('Description').fill('Half a sen');
    await userEvent.keyboard('{Escape}');
    await edit();
    await expect.element(field('Description')).toHaveValue('Half a sen');
    await button('Cancel').click();
    await edit();
    await expect.element(field('Description')).toHaveValue('Old');
  });

  it('keep the form open when the upload arrives while the person types', async () => {
    const loading: RemoteState<unknown> = { kind: 'loading' };
    const upload = { ...change({ description: 'Uploaded' }), kind: 'track.create' as const };
    const { acknowledge, enqueue } = await open(loading, { queue: [upload] });
    await edit();
    await field('Lyrics').fill('Half a li');
    acknowledge();
    // The page does not know the texts now.
    const section = page.getByRole('region', { name: 'Description', includeHidden: true });
    await expect.element(section).not.toBeInTheDocument();
    await expect.element(field('Description')).toHaveValue('Uploaded');
    await field('Lyrics').fill('Half a line');
    await button('Save').click();
    expect(enqueue.mock.lastCall?.[1]).toEqual({ track_id: 't1', lyrics: 'Half a line' });
  });

  it('do not show refused words, but open the form with them, and replace them', async () => {
    const refused = change({ description: 'Bad words' }, true);
    const { enqueue, discard } = await open(answer('Old', 'Words'), { queue: [refused] });
    await expect.element(page.getByText('Old', { exact: true })).toBeVisible();
    await edit();
    await expect.element(field('Description')).toHaveValue('Bad words');
    await field('Description').fill('Good words');
    await button('Save').click();
    await expect.element(page.getByText('Good words', { exact: true })).toBeVisible();
    expect(enqueue.mock.lastCall?.[1]).toEqual({ track_id: 't1', description: 'Good words', lyrics: 'Words' });
    expect(discard.mock.calls).toEqual([[refused.id]]);
  });

  it('say which of them is too long', async () => {
    const { enqueue } = await open(answer('', ''));
    await edit();
    await field('Description').fill('x'.repeat(1001));
    await button('Save').click();
    await expect.element(page.getByText('At most 1,000 characters')).toBeVisible();
    expect(enqueue).not.toHaveBeenCalled();
  });
});
