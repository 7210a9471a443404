import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Scope, TrackView } from '../../../sync/client.ts';
import {
  scriptedQueue,
  renderFor,
  expectAnnounced,
  meWith,
  restingStatus,
  trackOf,
} from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { ShareButton } from './share-button.tsx';
import { ShareDialog } from './share-dialog.tsx';
import { ShareRow } from './share-row.tsx';
import { useShare } from './use-share.ts';

const track = trackOf('t1', { title: 'Linoleum' });

function openDevice(userId: string | null = 'me', shown: TrackView = track) {
  const { scopeParts, refuse } = scriptedQueue();
  const me = userId === null ? null : { ...meWith(60), zaps: 60 };
  const all: Partial<Scope> = {
    ...scopeParts,
    userId,
    me: createLive(me),
    status: createLive(restingStatus('online')),
    track: () => createLive<TrackView | null>(shown),
  };
  return { scopeParts: all, refuse };
}
const button = (name: string) => page.getByRole('button', { name, exact: true });

describe('a share', () => {
  it.each([
    ['You cannot share your own track', 'You cannot share your own track'],
    ['This track was already shared by you.', "You've already shared this track."],
    ['', 'Failed to share track'],
  ])('shows the reason if it is refused: %s', async (message, title) => {
    const { scopeParts, refuse } = openDevice();
    await renderFor(scopeParts, <ShareButton trackId="t1" />);
    await button('Share to your profile (3⚡)').click();
    await button('Share Track').click();
    await refuse(message);
    await expectAnnounced(title);
  });

  it('shows Sharing... while it is being stored, and cannot be sent twice', async () => {
    const enqueue = vi.fn(() => new Promise<string>(() => undefined));
    await renderFor({ ...openDevice().scopeParts, enqueue }, <ShareDialog track={track} onClose={() => undefined} />);
    await button('Share Track').click();
    await expect.element(button('Sharing...')).toBeVisible();
    await button('Sharing...').click({ force: true });
    expect(enqueue).toHaveBeenCalledOnce();
  });

  it('shows the reason if its removal is refused', async () => {
    const shared = trackOf('t1', { myShare: { isShared: true, sharedAt: null, isPending: false } });
    const { scopeParts, refuse } = openDevice('me', shared);
    const noop = () => undefined;
    await renderFor(scopeParts, <ShareRow track={shared} onOpen={noop} onDone={noop} />);
    await button('Remove from your shared list').click();
    await refuse('');
    await expectAnnounced('Failed to unshare track');
  });

  it('says offline that the track will be shared when the network is back', async () => {
    const offline = { status: createLive(restingStatus('offline')) };
    await renderFor({ ...openDevice().scopeParts, ...offline }, <ShareButton trackId="t1" />);
    await button('Share to your profile (3⚡)').click();
    await button('Share Track').click();
    await expectAnnounced('It is shared when the network is back.');
  });

  it('says offline that its removal will take effect when the network is back', async () => {
    const shared = trackOf('t1', { myShare: { isShared: true, sharedAt: null, isPending: false } });
    const scopeParts = { ...openDevice('me', shared).scopeParts, status: createLive(restingStatus('offline')) };
    await renderFor(scopeParts, <ShareRow track={shared} onOpen={() => undefined} onDone={() => undefined} />);
    await button('Remove from your shared list').click();
    await expectAnnounced('It is removed when the network is back.');
  });

  it('asks a person who has signed out meanwhile to log in', async () => {
    function Acts() {
      const { share, unshare } = useShare();
      return (
        <>
          <button onClick={() => void share('t1')}>Share</button>
          <button onClick={() => void unshare('t1')}>Unshare</button>
        </>
      );
    }
    await renderFor(openDevice(null).scopeParts, <Acts />);
    await button('Share').click();
    await expectAnnounced('Please log in to share tracks');
    await button('Unshare').click();
    await expectAnnounced('Please log in to unshare tracks');
  });
});
