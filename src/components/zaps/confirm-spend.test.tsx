import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { MeView, SyncStatus } from '../../../sync/client.ts';
import { renderFor } from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { ConfirmSpend } from './confirm-spend.tsx';

function openPurse(zaps: number | null) {
  const me = createLive<MeView | null>({ zaps } as unknown as MeView);
  const status = createLive({ network: 'online' } as unknown as SyncStatus);
  return {
    scopeParts: { me, status },
    hold: (next: number) => me.set({ zaps: next } as unknown as MeView),
    reach: (network: SyncStatus['network']) => status.set({ network } as unknown as SyncStatus),
  };
}

function Asking({
  onConfirm = () => undefined,
  busy = null,
  onlineOnly = null,
  isUnanswered = false,
}: {
  onConfirm?: () => void;
  busy?: string | null;
  onlineOnly?: string | null;
  isUnanswered?: boolean;
}) {
  return (
    <ConfirmSpend
      title="Sponsor this track?"
      verb="Sponsor 20 ⚡"
      price={20}
      picture={null}
      name="Undertow Dub"
      meta="Saltmarsh Sound"
      tooFew={(zaps) => `You need 20 ⚡. You have ${zaps} ⚡.`}
      busy={busy}
      onlineOnly={onlineOnly}
      isUnanswered={isUnanswered}
      onConfirm={onConfirm}
      onCancel={() => undefined}
    >
      On the radio for 7 days.
    </ConfirmSpend>
  );
}

const question = () => page.getByRole('alertdialog', { name: 'Sponsor this track?' });
const verb = () => page.getByRole('button', { name: 'Sponsor 20 ⚡' });

describe('the confirmation of a spend', () => {
  it('shows the price without a lack of ZAPs while the balance is unknown, and lets the server decide', async () => {
    const { scopeParts, hold } = openPurse(null);
    const onConfirm = vi.fn();
    await renderFor(scopeParts, <Asking onConfirm={onConfirm} />);
    await expect.element(question()).toHaveTextContent('This costs20Your balance after thisNot known yet');
    await expect.element(question()).not.toHaveTextContent('You need');
    await verb().click();
    expect(onConfirm).toHaveBeenCalledOnce();
    hold(19);
    await expect.element(question()).toHaveTextContent('You need 20 ⚡. You have 19 ⚡.');
  });

  it('shows the price and the balance after it, based on the shown balance', async () => {
    const { scopeParts, hold } = openPurse(48);
    const onConfirm = vi.fn();
    await renderFor(scopeParts, <Asking onConfirm={onConfirm} />);
    await expect.element(question()).toHaveTextContent('Undertow DubSaltmarsh SoundOn the radio for 7 days.');
    await expect.element(question()).toHaveTextContent('This costs20Your balance after this4828');
    hold(45);
    await expect.element(question()).toHaveTextContent('Your balance after this4525');
    await verb().click();
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('freezes its balance while the request runs', async () => {
    const { scopeParts, hold } = openPurse(48);
    await renderFor(scopeParts, <Asking busy="Sponsoring" />);
    hold(28);
    await expect.element(question()).toHaveTextContent('Your balance after this4828');
  });

  it('cannot be confirmed without enough ZAPs, and says so instead of showing the balance', async () => {
    const { scopeParts, hold } = openPurse(19);
    await renderFor(scopeParts, <Asking />);
    await expect.element(verb()).toBeDisabled();
    await expect.element(question()).toHaveTextContent('You need 20 ⚡.');
    hold(20);
    await expect.element(verb()).toBeEnabled();
    await expect.element(question()).toHaveTextContent('Your balance after this200');
  });

  it('of an online-only spend switches in place when the network is lost and back', async () => {
    const { scopeParts, reach } = openPurse(48);
    await renderFor(scopeParts, <Asking onlineOnly="Sponsoring is not kept for later." />);
    await expect.element(verb()).toBeEnabled();
    reach('offline');
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('Needs a connection. Nothing was spent.Sponsoring is not kept for later.');
    await expect.element(verb()).toBeDisabled();
    reach('online');
    await expect.element(verb()).toBeEnabled();
  });

  it('with an unknown outcome does not say that nothing was spent', async () => {
    const { scopeParts, reach } = openPurse(48);
    reach('offline');
    await renderFor(scopeParts, <Asking onlineOnly="Sponsoring is not kept for later." isUnanswered />);
    await expect.element(page.getByRole('status')).toHaveTextContent('No answer came. Trying again pays once.');
    reach('online');
    await expect.element(verb()).toBeEnabled();
    await expect.element(page.getByRole('status')).toHaveTextContent('No answer came. Trying again pays once.');
  });

  it('of a spend that can be queued is the same offline', async () => {
    const { scopeParts, reach } = openPurse(48);
    reach('offline');
    await renderFor(scopeParts, <Asking />);
    await expect.element(verb()).toBeEnabled();
  });
});
