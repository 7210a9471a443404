import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { MeView, SyncStatus } from '../../../sync/client.ts';
import { renderFor } from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { ConfirmSpend } from './confirm-spend.tsx';

function openBalance(zaps: number | null) {
  const me = createLive<MeView | null>({ zaps } as unknown as MeView);
  const status = createLive({ network: 'online' } as unknown as SyncStatus);
  return {
    scopeParts: { me, status },
    setZaps: (next: number) => me.set({ zaps: next } as unknown as MeView),
    setNetwork: (network: SyncStatus['network']) => status.set({ network } as unknown as SyncStatus),
  };
}

function SponsorConfirm({
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
  it('can be confirmed while the balance is unknown, and shows a lack of ZAPs only once the balance is known', async () => {
    const { scopeParts, setZaps } = openBalance(null);
    const onConfirm = vi.fn();
    await renderFor(scopeParts, <SponsorConfirm onConfirm={onConfirm} />);
    await expect.element(question()).toHaveTextContent('This costs20Your balance after thisNot known yet');
    await expect.element(question()).not.toHaveTextContent('You need');
    await verb().click();
    expect(onConfirm).toHaveBeenCalledOnce();
    setZaps(19);
    await expect.element(question()).toHaveTextContent('You need 20 ⚡. You have 19 ⚡.');
  });

  it('shows the price, and the balance before and after the purchase, also when the balance changes', async () => {
    const { scopeParts, setZaps } = openBalance(48);
    const onConfirm = vi.fn();
    await renderFor(scopeParts, <SponsorConfirm onConfirm={onConfirm} />);
    await expect.element(question()).toHaveTextContent('Undertow DubSaltmarsh SoundOn the radio for 7 days.');
    await expect.element(question()).toHaveTextContent('This costs20Your balance after this4828');
    setZaps(45);
    await expect.element(question()).toHaveTextContent('Your balance after this4525');
    await verb().click();
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('keeps showing the same balance while the request runs', async () => {
    const { scopeParts, setZaps } = openBalance(48);
    await renderFor(scopeParts, <SponsorConfirm busy="Sponsoring" />);
    setZaps(28);
    await expect.element(question()).toHaveTextContent('Your balance after this4828');
  });

  it('cannot be confirmed without enough ZAPs, and says so instead of showing the balance', async () => {
    const { scopeParts, setZaps } = openBalance(19);
    await renderFor(scopeParts, <SponsorConfirm />);
    await expect.element(verb()).toBeDisabled();
    await expect.element(question()).toHaveTextContent('You need 20 ⚡.');
    setZaps(20);
    await expect.element(verb()).toBeEnabled();
    await expect.element(question()).toHaveTextContent('Your balance after this200');
  });

  it('is disabled offline if the spend cannot be queued', async () => {
    const { scopeParts, setNetwork } = openBalance(48);
    await renderFor(scopeParts, <SponsorConfirm onlineOnly="Sponsoring is not kept for later." />);
    await expect.element(verb()).toBeEnabled();
    setNetwork('offline');
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('Needs a connection. Nothing was spent.Sponsoring is not kept for later.');
    await expect.element(verb()).toBeDisabled();
    setNetwork('online');
    await expect.element(verb()).toBeEnabled();
  });

  it('while the outcome of an earlier attempt is unknown, says that a retry pays only once', async () => {
    const { scopeParts, setNetwork } = openBalance(48);
    setNetwork('offline');
    await renderFor(scopeParts, <SponsorConfirm onlineOnly="Sponsoring is not kept for later." isUnanswered />);
    await expect.element(page.getByRole('status')).toHaveTextContent('No answer came. Trying again pays once.');
    setNetwork('online');
    await expect.element(verb()).toBeEnabled();
    await expect.element(page.getByRole('status')).toHaveTextContent('No answer came. Trying again pays once.');
  });

  it('stays enabled offline if the spend can be queued', async () => {
    const { scopeParts, setNetwork } = openBalance(48);
    setNetwork('offline');
    await renderFor(scopeParts, <SponsorConfirm />);
    await expect.element(verb()).toBeEnabled();
  });
});
