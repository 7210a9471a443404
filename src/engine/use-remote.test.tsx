import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { RemoteApi, RemoteState } from '../../sync/client.ts';
import { communityTotals } from '../../sync/model/remote-reads.ts';
import { renderFor } from '../testing/scope-test.tsx';
import { createLive, type LiveValue } from '../../sync/model/live.ts';
import { useRemote } from './use-remote.ts';

const totals = { artists: 3, tracks: 7, total_plays: 90, total_zaps_earned: 40 };
type Totals = typeof totals;

function Totals() {
  const read = useRemote(communityTotals);
  return (
    <>
      <output>
        {read.kind === 'here'
          ? `${read.value.tracks} tracks${read.isStale ? ', old' : ''}${read.failure ? ', not reached' : ''}`
          : read.kind}
      </output>
      <button type="button" onClick={read.retry}>
        Retry
      </button>
    </>
  );
}

function openReading(initial: RemoteState<Totals>) {
  const state: LiveValue<RemoteState<Totals>> = createLive(initial);
  const retry = vi.fn();
  const api = { read: () => ({ ...state, retry }), act: vi.fn() } as unknown as RemoteApi;
  return { state, retry, api };
}

const status = () => page.getByRole('status');

const loaded = { kind: 'here', value: totals, at: 1, isStale: false, isAsking: false, failure: null } as const;

describe('a server read', () => {
  it('shows loading, the response, a stale response with a failure, and retries', async () => {
    const reading = openReading({ kind: 'loading' });
    await renderFor({ remote: () => Promise.resolve(reading.api) }, <Totals />);
    await expect.element(status()).toHaveTextContent('loading');
    reading.state.set(loaded);
    await expect.element(status()).toHaveTextContent('7 tracks');
    reading.state.set({ ...loaded, isStale: true, failure: { kind: 'network' } });
    await expect.element(status()).toHaveTextContent('7 tracks, old, not reached');
    await page.getByRole('button', { name: 'Retry' }).click();
    expect(reading.retry).toHaveBeenCalledOnce();
  });

  it('fails if its code cannot be fetched, and loads after a retry', async () => {
    const { api } = openReading(loaded);
    const remote = vi.fn(() => Promise.resolve(api)).mockRejectedValueOnce(new TypeError('no module'));
    await renderFor({ remote }, <Totals />);
    await expect.element(status()).toHaveTextContent('failed');
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect.element(status()).toHaveTextContent('7 tracks');
  });

  it('refetches once per change of `dependency`, also in a component that mounts later', async () => {
    const { state, retry } = openReading(loaded);
    const reading = { ...state, retry };
    const api = { read: () => reading, act: vi.fn() } as unknown as RemoteApi;
    const Plays = ({ version }: { version: number }) => <output>{useRemote(communityTotals, version).kind}</output>;
    function Panel() {
      const [opened, setOpened] = useState(0);
      return (
        <>
          <Plays key={opened} version={Math.min(opened, 1)} />
          <button type="button" onClick={() => setOpened(opened + 1)}>
            Open {opened + 1}
          </button>
        </>
      );
    }
    await renderFor({ remote: () => Promise.resolve(api) }, <Panel />);
    await expect.element(status()).toHaveTextContent('here');
    expect(retry).not.toHaveBeenCalled();
    await page.getByRole('button', { name: 'Open 1' }).click();
    await expect.element(status()).toHaveTextContent('here');
    expect(retry).toHaveBeenCalledOnce();
    await page.getByRole('button', { name: 'Open 2' }).click();
    await expect.element(status()).toHaveTextContent('here');
    expect(retry).toHaveBeenCalledOnce();
  });

  it('does not show one person’s response to the next person', async () => {
    const { api } = openReading(loaded);
    const { become } = await renderFor({ remote: () => Promise.resolve(api) }, <Totals />);
    await expect.element(status()).toHaveTextContent('7 tracks');
    become({ remote: () => new Promise(() => undefined) });
    await expect.element(status()).toHaveTextContent('loading');
  });
});
