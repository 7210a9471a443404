import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ActOutcome, RemoteApi } from '../../sync/client.ts';
import { purchase } from '../../sync/model/remote-acts.ts';
import { renderFor } from '../testing/scope-test.tsx';
import { useRemoteAct } from './use-remote-act.ts';
import { waitFor } from '../../tests/support/wait-for.ts';

const parameters = { itemId: 'pack', quantity: 1, trackId: null };

function Buy() {
  const { state, run } = useRemoteAct(purchase);
  return (
    <>
      <button type="button" onClick={() => void run(parameters)}>
        Buy
      </button>
      <output>
        {state.kind === 'refused'
          ? `${state.words.title}: ${state.words.text}`
          : state.kind === 'done'
            ? state.value?.message
            : state.kind}
      </output>
    </>
  );
}

function openServer() {
  const pendingCalls: { resolve: (outcome: ActOutcome<unknown>) => void; reject: (error: unknown) => void }[] = [];
  const act = vi.fn(
    () => new Promise<ActOutcome<unknown>>((resolve, reject) => void pendingCalls.push({ resolve, reject })),
  );
  const api = { act } as unknown as RemoteApi;
  const next = async () => {
    await waitFor(() => expect(pendingCalls).not.toEqual([]));
    const call = pendingCalls.shift();
    if (!call) throw new Error('no call is pending');
    return call;
  };
  return { act, scopeParts: { remote: () => Promise.resolve(api) }, next };
}

const status = () => page.getByRole('status');
const press = () => page.getByRole('button', { name: 'Buy' }).click();

describe('an online action', () => {
  it('is busy, then done', async () => {
    const { act, scopeParts, next } = openServer();
    await renderFor(scopeParts, <Buy />);
    await expect.element(status()).toHaveTextContent('idle');
    await press();
    await expect.element(status()).toHaveTextContent('busy');
    expect(act).toHaveBeenCalledExactlyOnceWith(purchase, parameters);
    (await next()).resolve({ kind: 'done', value: { message: 'Glow Border is yours!' } });
    await expect.element(status()).toHaveTextContent('Glow Border is yours!');
  });

  const cases: readonly [string, ActOutcome<unknown>, string][] = [
    [
      'the server’s message',
      { kind: 'refused', code: 'out_of_stock', message: 'Sold out.' },
      'Purchase Failed: Sold out.',
    ],
    [
      'a code with its own title',
      { kind: 'refused', code: 'insufficient_zaps', message: 'You need 25 ZAPs but only have 3' },
      'Insufficient ZAPs: You need 25 ZAPs but only have 3',
    ],
    [
      'nobody signed in',
      { kind: 'failed', failure: { kind: 'refused', code: '401', message: 'Please sign in again.' } },
      'Authentication Required: Please sign in to make purchases',
    ],
    [
      'a busy server',
      { kind: 'failed', failure: { kind: 'busy', message: 'HTTP 503' } },
      'Purchase Error: Failed to complete purchase',
    ],
    [
      'no network',
      { kind: 'failed', failure: { kind: 'network' } },
      'You are offline: Nothing was lost. Try again when the network is back.',
    ],
  ];
  for (const [cause, outcome, text] of cases)
    it(`shows why it failed: ${cause}`, async () => {
      const { scopeParts, next } = openServer();
      await renderFor(scopeParts, <Buy />);
      await press();
      (await next()).resolve(outcome);
      await expect.element(status()).toHaveTextContent(text);
    });

  it('shows that the device could not store its idempotency key', async () => {
    const { scopeParts, next } = openServer();
    await renderFor(scopeParts, <Buy />);
    await press();
    (await next()).reject(Object.assign(new Error('full'), { name: 'StorageFailure', reason: 'full' }));
    await expect.element(status()).toHaveTextContent('Not saved on this device: No room on this device.');
  });

  it('does not show one person’s result to the next person', async () => {
    const { scopeParts, next } = openServer();
    const { become } = await renderFor(scopeParts, <Buy />);
    await press();
    become({ remote: () => new Promise(() => undefined) });
    await expect.element(status()).toHaveTextContent('idle');
    (await next()).resolve({ kind: 'done', value: { message: 'Glow Border is yours!' } });
    await press();
    await expect.element(status()).toHaveTextContent('busy');
  });
});
