import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { AvatarState, ExploreView, MeView, Scope, TrackView } from '../../../sync/client.ts';
import { profileRow } from '../../../tests/sync/support/rows.ts';
import {
  scriptedQueue,
  renderFor,
  expectAnnounced,
  meWith,
  restingStatus,
  trackOf,
} from '../../testing/scope-test.tsx';
import { createLive } from '../../../sync/model/live.ts';
import { EditProfile } from './edit-profile.tsx';
import { OwnTrackRow } from './own-track-row.tsx';
import { ProfilePage } from './profile-page.tsx';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const noPicture: AvatarState = { kind: 'none' };

describe('the profile form', () => {
  const openForm = () =>
    renderFor(
      {
        ...scriptedQueue().scopeParts,
        userId: 'me',
        me: createLive<MeView | null>(meWith(60)),
        avatar: { state: createLive(noPicture) } as unknown as Scope['avatar'],
      },
      <EditProfile profile={profileRow('me', { artist_name: 'Ines' })} onClose={() => undefined} />,
    );

  it('shows an error under each invalid field', async () => {
    await openForm();
    const invalid: readonly [field: string, value: string, error: string][] = [
      ['Artist name', 'x'.repeat(51), 'Artist name too long'],
      ['Bio', 'x'.repeat(501), 'Bio too long'],
      ['Instagram', 'instagram.com.evil.example/me', 'Must be a valid Instagram URL'],
      ['TikTok', 'tictoc.com/@me', 'Must be a valid TikTok URL'],
      ['YouTube', 'youtube.example', 'Must be a valid YouTube URL'],
      ['X/Twitter', 'y.com/me', 'Must be a valid X/Twitter URL'],
      ['Website', 'nothing', 'Must be a valid website URL'],
      ['Tip link', 'example.com/me', 'Must be a valid CashApp or PayPal URL'],
    ];
    const field = (name: string) => page.getByRole('textbox', { name });
    for (const [name, value] of invalid) await field(name).fill(value);
    await button('Save changes').click();
    for (const [name, , error] of invalid) {
      await expect.element(page.getByText(error)).toBeVisible();
      await expect.element(field(name)).toHaveAccessibleDescription(error);
    }
    await field('Artist name').fill('  ');
    await expect.element(page.getByText('Artist name is required')).toBeVisible();
  });

  it.each([
    ['restricted_words', 'Submission Rejected'],
    ['other', 'Update Failed'],
  ])('shows why the server refused a change: %s', async (code, title) => {
    const queue = scriptedQueue();
    await renderFor(
      {
        ...queue.scopeParts,
        userId: 'me',
        me: createLive<MeView | null>(meWith(60)),
        avatar: { state: createLive(noPicture) } as unknown as Scope['avatar'],
      },
      <EditProfile profile={profileRow('me', { artist_name: 'Ines' })} onClose={() => undefined} />,
    );
    await page.getByRole('textbox', { name: 'Bio' }).fill('Makes noise.');
    await button('Save changes').click();
    await expectAnnounced('Profile Updated');
    await queue.refuse('Not these words.', code);
    await expectAnnounced(title, 'Not these words.');
  });
});

describe('an own track', () => {
  async function openRow(change: Partial<TrackView> = {}) {
    const queue = scriptedQueue();
    await renderFor(
      { ...queue.scopeParts, userId: 'me', status: createLive(restingStatus('online')) },
      <ul>
        <OwnTrackRow
          track={trackOf('t1', { title: 'Linoleum', user_id: 'me', ...change })}
          isSounding={false}
          isUnplayable={false}
          onPlay={() => undefined}
        />
      </ul>,
    );
    return queue;
  }
  const openMenu = () => button('More for Linoleum').click();

  it('shows a refused change of visibility', async () => {
    const { refuse } = await openRow();
    await openMenu();
    await page.getByRole('switch', { name: 'Linoleum is public' }).click();
    await refuse('Try again later.');
    await expectAnnounced('Update Failed', 'Try again later.');
  });

  it('shows a refused deletion', async () => {
    const { refuse } = await openRow();
    await openMenu();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await refuse('Try again later.');
    await expectAnnounced('Delete Failed', 'Try again later.');
  });

  it('says that the operator has hidden it, and its owner cannot make it public', async () => {
    await openRow({ is_public: false, hidden_at: '2027-01-01T00:00:00Z' });
    await expect.element(page.getByText('Hidden by the operator')).toBeVisible();
    expect(page.getByText('Only you').elements()).toEqual([]);
    await openMenu();
    await expect
      .element(page.getByRole('switch', { name: 'Linoleum is public' }))
      .toHaveAttribute('aria-disabled', 'true');
  });

  it('says, if it is private, that only the owner sees it', async () => {
    await openRow({ is_public: false });
    await expect.element(page.getByText('Only you')).toBeVisible();
  });
});

describe('the own profile', () => {
  async function openPage(me: Partial<MeView>, avatar: AvatarState = noPicture) {
    const explore: ExploreView = {
      state: 'first',
      match: 'exact',
      highlights: [],
      tracks: [],
      total: 0,
      beyond: { state: 'none', found: null },
    };
    const scopeParts: Partial<Scope> = {
      ...scriptedQueue().scopeParts,
      userId: 'me',
      me: createLive<MeView | null>({ ...meWith(60), ...me }),
      status: createLive({ ...restingStatus('offline'), hasSynced: true }),
      tracksOf: () => createLive([]),
      sharesOf: () => createLive([]),
      blocks: createLive([]),
      remote: () => new Promise(() => undefined),
      explore: () => createLive(explore),
      kept: { states: createLive(new Map()) } as unknown as Scope['kept'],
      isFilled: createLive(true),
      avatar: { state: createLive(avatar) } as unknown as Scope['avatar'],
    };
    await renderFor(
      scopeParts,
      <ProfilePage
        user={{ userId: 'me', email: 'ines@example.com' }}
        onPlay={() => undefined}
        nowPlaying={{ trackId: null, isPlaying: false }}
      />,
    );
  }

  it('shows a notice and its other parts if the profile row is missing', async () => {
    await openPage({ profile: null });
    await expect.element(page.getByRole('alert').filter({ hasText: 'Profile Loading Issue' })).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'ines' })).toBeVisible();
    await expect.element(page.getByText('Failed to load your tracks')).toBeVisible();
  });

  it('shows a refused picture', async () => {
    const picture = new Blob(['x'], { type: 'image/jpeg' });
    await openPage({ profile: profileRow('me') }, { kind: 'refused', picture, message: 'Image must be under 5MB' });
    const notice = page.getByRole('alert').filter({ hasText: 'Profile Error' });
    await expect.element(notice).toHaveTextContent('Image must be under 5MB');
    await expect.element(notice.getByRole('button', { name: 'Remove it' })).toBeVisible();
  });
});
