import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AcknowledgedAction, ConnectionView, Scope } from '../../../sync/client.ts';
import { renderFor, expectAnnounced, meWith, restingStatus } from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { profileRow } from '../../../tests/sync/support/rows.ts';
import { toasts } from '../../engine/toast.ts';
import { ConnectButton } from './connect-button.tsx';
import { refusalText } from './use-connection.ts';
import { waitFor } from '../../../tests/support/wait-for.ts';

/** `between`: the connection of 'me' with 'ann'; `earned`: in ZAPs. */
function openDevice(between: Partial<ConnectionView> | null, earned = 60) {
  const connection: ConnectionView = {
    partnerId: 'ann',
    partner: null,
    status: 'pending',
    direction: 'sent',
    isPending: false,
    updatedAt: '2027-01-01T00:00:00Z',
    ...between,
  };
  const enqueue = vi.fn(() => Promise.resolve('action'));
  const listeners = new Set<(action: AcknowledgedAction) => void>();
  const connections = createLive<readonly ConnectionView[]>(between ? [connection] : []);
  const scopeParts: Partial<Scope> = {
    userId: 'me',
    me: createLive({ ...meWith(earned), profile: profileRow('me') }),
    connections,
    pending: createLive([]),
    status: createLive(restingStatus('online')),
    onOutcome: (_id, listener) => void listeners.add(listener),
    enqueue,
  };
  const reject = (message: string) => {
    const action = {
      id: 'action',
      kind: 'connection.answer',
      payload: {},
      occurredAt: '2027-01-01T00:00:00Z',
    } as const;
    for (const listener of [...listeners]) listener({ ...action, status: 'rejected', result: { code: 'no', message } });
  };
  return { scopeParts, enqueue, connections, reject };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('the connect button', () => {
  it('shows Connected as disabled if it gets no onMessage', async () => {
    await renderFor(openDevice({ status: 'accepted' }).scopeParts, <ConnectButton personId="ann" place="card" />);
    await expect.element(button('Connected')).toHaveAttribute('aria-disabled', 'true');
  });

  it('says what is missing before a person may connect', async () => {
    await renderFor(openDevice(null).scopeParts, <ConnectButton personId="ann" place="profile" />);
    await expect.element(page.getByText('Complete profile to unlock')).toBeVisible();
    await expect.element(button('Connect')).toHaveAccessibleDescription('Complete profile to unlock');
  });

  it.each(['touch', 'keyboard'])('says on a card why it is locked when it is pressed by %s', async (input) => {
    await renderFor(openDevice(null, 0).scopeParts, <ConnectButton personId="ann" place="card" />);
    await expect.element(button('Connect')).toHaveAttribute('aria-disabled', 'true');
    await expect
      .element(button('Connect'))
      .toHaveAccessibleDescription('Unlock at Level 2 by earning zaps from listening.');
    if (input === 'touch') await button('Connect').click({ force: true });
    else {
      await userEvent.tab();
      expect(document.activeElement).toBe(button('Connect').element());
      await userEvent.keyboard('{Enter}');
    }
    await expectAnnounced('Unlock at Level 2 by earning zaps from listening.');
  });

  it('has a dashed edge while the request is queued on this device', async () => {
    const { scopeParts, connections } = openDevice({ isPending: true });
    await renderFor(scopeParts, <ConnectButton personId="ann" place="card" />);
    await expect.element(button('Pending')).toHaveStyle({ borderTopStyle: 'dashed' });
    connections.set(connections.get().map((connection) => ({ ...connection, isPending: false })));
    await expect.element(button('Pending')).not.toHaveStyle({ borderTopStyle: 'dashed' });
  });

  it('offers Accept and Decline on a received request, and keeps the focus in place', async () => {
    const { scopeParts, enqueue, connections } = openDevice({ direction: 'received' });
    await renderFor(scopeParts, <ConnectButton personId="ann" place="card" />);
    await button('Decline').click();
    expect(enqueue).toHaveBeenCalledExactlyOnceWith(
      'connection.answer',
      { partner_id: 'ann', status: 'declined' },
      undefined,
    );
    connections.set(connections.get().map((each) => ({ ...each, status: 'accepted' })));
    await expect.element(button('Connected')).toBeVisible();
    await expect.poll(() => document.activeElement).toBe(button('Connected').element().parentElement);
  });

  it.each([
    ['Accept', 'Failed to accepted connection'],
    ['Decline', 'Failed to declined connection'],
  ])('shows an error when the server rejects %s', async (answer, title) => {
    const { scopeParts, reject } = openDevice({ direction: 'received' });
    await renderFor(scopeParts, <ConnectButton personId="ann" place="card" />);
    await button(answer).click();
    await waitFor(() => {
      reject('This request is no longer there.');
      expect(toasts.get().map(({ title }) => title)).toContain(title);
    });
  });

  it.each([
    ['Connection request already exists', 'Connection request already exists'],
    [
      'Your profile must be completed before connecting',
      'Please complete your profile before sending connection requests',
    ],
    ['Cannot connect to a user without a completed profile.', 'Cannot connect to users without completed profiles'],
    ['Something else', 'Failed to send connection request'],
  ])('says why a request was refused: %s', (message, text) => {
    expect(refusalText(message)).toBe(text);
  });
});
