import type { Page } from '@playwright/test';
import { type Account, type Backend, expect, openSignedIn, test, pressEscape } from './fixtures.ts';
import { expectAccessible } from './accessibility.ts';
import { createOther, establishAccount, giveTrack, idOf } from './people.ts';
import { reloadUnderWorker, waitForWorker } from './service-worker.ts';
import { fixture } from './upload-page.ts';

test.use({ expectedErrors: ['net::ERR_', 'WebSocket connection to', 'Failed to fetch', 'status of 400'] });

async function openEdit(page: Page) {
  await page.getByRole('button', { name: 'Edit profile' }).click();
  const sheet = page.getByRole('dialog', { name: 'Edit profile' });
  await expect(sheet).toBeVisible();
  return sheet;
}

const readProfile = async ({ sql }: Backend, { email }: Account) => {
  const [row] = await sql`
    select p.artist_name, p.bio, p.privacy_setting, p.instagram_url, p.website_url, p.avatar_url is not null as "hasPicture"
    from public.user_profiles p join auth.users u on u.id = p.id where u.email = ${email}`;
  return row;
};

test('a new person sets name and picture, the form enforces its rules, and changes show at once', async ({
  page,
  backend,
  account,
}) => {
  await openSignedIn(page, account, '/profile');
  await expect(page.getByText('Add your name and picture')).toBeVisible();
  await expect(page.getByText('+2 ⚡')).toBeVisible();
  await expectAccessible(page);
  const sheet = await openEdit(page);
  await sheet.getByLabel('Artist name').fill('');
  await sheet.getByLabel('Bio').fill('x'.repeat(501));
  await sheet.getByLabel('Instagram').fill('instagrarn.com/ines');
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  await expect(sheet.getByLabel('Artist name')).toBeFocused();
  for (const text of ['Artist name is required', 'Bio too long', 'Must be a valid Instagram URL'])
    await expect(sheet.getByText(text, { exact: true })).toBeVisible();
  await sheet.getByLabel('Choose a picture').setInputFiles(fixture('outside-vbr-art.mp3'));
  await expect(sheet.getByText('Must be an image file')).toBeVisible();
  await sheet.getByLabel('Choose a picture').setInputFiles({
    name: 'large.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5 * 1024 * 1024 + 1),
  });
  await expect(sheet.getByText('Image must be under 5MB')).toBeVisible();
  await expectAccessible(page);

  await sheet.getByLabel('Artist name').fill('Ines Calder');
  await sheet.getByLabel('Bio').fill('Field recordings, two tape machines.');
  await sheet.getByLabel('Instagram').fill('instagram.com/ines');
  await sheet.getByLabel('Website').fill('https://ines.example');
  await sheet.getByRole('radio', { name: 'Friends only' }).check();
  await sheet.getByLabel('Choose a picture').setInputFiles(fixture('cover.png'));
  await sheet.getByRole('slider', { name: 'Zoom' }).fill('200');
  await sheet.getByRole('group', { name: /arrow keys move it/ }).press('ArrowRight');
  await sheet.getByRole('button', { name: 'Save changes' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('Profile Updated')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Ines Calder' })).toBeVisible();
  await expect(page.locator('main img').first()).toBeVisible();
  await expect(page.getByText('Add your name and picture')).toHaveCount(0);
  await expect
    .poll(() => readProfile(backend, account), { timeout: 30_000 })
    .toEqual({
      artist_name: 'Ines Calder',
      bio: 'Field recordings, two tape machines.',
      privacy_setting: 'friends_only',
      instagram_url: 'https://instagram.com/ines',
      website_url: 'https://ines.example',
      hasPicture: true,
    });
  await expect(page.locator('dd').filter({ hasText: /^2$/ })).toBeVisible();
  const id = await idOf(backend, account.email);
  await expect
    .poll(
      () => backend.sql`select event_data from public.security_events
                        where user_id = ${id} and event_type = 'profile_privacy_changed'`,
    )
    .toEqual([{ event_data: { from: 'public', to: 'friends_only' } }]);
});

test('offline changes of tracks (rename, hide, open to the radio, delete) show at once and after the sync, and match the server', async ({
  page,
  backend,
  account,
  isMobile,
}) => {
  const me = await establishAccount(backend, account, 'Ines Calder');
  const [remaining, deletedId] = [
    await giveTrack(backend, me, 'Linoleum'),
    await giveTrack(backend, me, 'Harbour Rain'),
  ];
  const listener = await createOther(backend, 'Otis');
  for (const ago of [0, 3, 3 + 40])
    await backend.sql`
      insert into public.track_plays (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play)
      values (${listener}, ${remaining}, (now() at time zone 'utc')::date - ${ago}::int, now(), 30000, true, false)`;
  await backend.sql`insert into public.track_votes (user_id, track_id, vote_weight, editable_until)
                    values (${listener}, ${remaining}, 4, now())`;
  await openSignedIn(page, account, '/dashboard');
  const rows = page.getByRole('list', { name: 'Your Tracks' }).getByRole('listitem');
  const row = (title: string) => rows.filter({ hasText: title });
  await expect(row('Linoleum')).toContainText('702 plays');
  const choose = async (title: string, item: 'Rename' | 'In numbers' | 'Delete') => {
    await page.getByRole('button', { name: `More for ${title}` }).click();
    await (
      isMobile
        ? page.getByRole('dialog').getByRole('button', { name: item })
        : page.getByRole('menuitem', { name: item })
    ).click();
  };
  const numbers = page.getByRole('dialog', { name: 'Linoleum in numbers' });
  await choose('Linoleum', 'In numbers');
  await expect(numbers.getByText('Only you see this')).toBeVisible();
  await expect(numbers.locator('dd')).toHaveText(['702', '1', '0', '0']);
  const votes = numbers.getByRole('slider', { name: 'Votes by weight' });
  await expect(votes).toHaveAttribute('aria-valuetext', '1 vote of 4');
  await votes.press('ArrowLeft');
  await expect(votes).toHaveAttribute('aria-valuetext', '0 votes of 3');
  const days = numbers.getByRole('slider', { name: 'Plays by day' });
  await expect(days).toHaveAttribute('aria-valuetext', /^1 play on /);
  await expect(days).toHaveAttribute('aria-valuenow', '29');
  await days.press('Home');
  await expect(days).toHaveAttribute('aria-valuetext', /^0 plays on /);
  await expectAccessible(page);
  await pressEscape(page);
  await reloadUnderWorker(page);
  await expect(row('Linoleum')).toBeVisible();
  backend.wire.cut();
  await page.goto('/profile');
  await choose('Linoleum', 'In numbers');
  await expect(numbers.locator('dd')).toHaveText(['702', '1', '0', '0']);
  await expect(numbers.getByText(/^Saved on this device\. Last synced .+ ago\.$/)).toBeVisible();
  await page.keyboard.press('Escape');

  const toggleSwitch = async (title: string, name: string) => {
    if (isMobile) await page.getByRole('button', { name: `More for ${title}` }).click();
    await page.getByRole('switch', { name }).click();
    if (isMobile) await page.keyboard.press('Escape');
  };
  await choose('Linoleum', 'Rename');
  const field = page.getByLabel('New title of Linoleum');
  await expect(field).toBeFocused();
  await field.fill(' ');
  await field.press('Enter');
  await expect(page.getByText('Invalid Title')).toBeVisible();
  await expect(page.getByText('Track title cannot be empty').first()).toBeVisible();
  await field.fill('x'.repeat(61));
  await page.getByRole('button', { name: 'Save title' }).click();
  await expect(page.getByText('Title Too Long')).toBeVisible();
  await expect(page.getByText('Track title must be 60 characters or less').first()).toBeVisible();
  await field.press('Escape');
  await expect(row('Linoleum')).toBeVisible();
  await choose('Linoleum', 'Rename');
  await field.fill('Linoleum (Kitchen Take)');
  await field.press('Enter');
  await expect(page.getByText('Title Updated')).toBeVisible();
  await toggleSwitch('Linoleum (Kitchen Take)', 'Open Linoleum (Kitchen Take) to radio sponsorship');
  await toggleSwitch('Harbour Rain', 'Harbour Rain is public');
  await expect(page.getByText('Track Made Private')).toBeVisible();
  await expect(row('Harbour Rain')).toContainText('Only you');
  await toggleSwitch('Harbour Rain', 'Harbour Rain is public');
  await expect(page.getByText('Track Made Public')).toBeVisible();

  await choose('Harbour Rain', 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Delete “Harbour Rain”?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(row('Harbour Rain')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(row('Harbour Rain')).toBeVisible();
  await choose('Harbour Rain', 'Delete');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Track Deleted')).toBeVisible();

  const expectEdited = async () => {
    await expect(rows).toHaveCount(1);
    await expect(row('Linoleum (Kitchen Take)')).toContainText('702 plays');
  };
  await expectEdited();
  await page.reload();
  await expectEdited();
  backend.wire.mend();
  await expect
    .poll(
      () => backend.sql`select id, title, is_public, radio_opt_in, deleted_at is null as "isPresent" from public.tracks
                        where user_id = ${me} order by id = ${deletedId}`,
      { timeout: 60_000 },
    )
    .toEqual([
      { id: remaining, title: 'Linoleum (Kitchen Take)', is_public: true, radio_opt_in: true, isPresent: true },
      { id: deletedId, title: 'Deleted track', is_public: false, radio_opt_in: false, isPresent: false },
    ]);
  await expectEdited();
});

test('shares are removed on one’s own profile; deleting the profile asks for its name and clears the device', async ({
  page,
  backend,
  account,
}) => {
  const me = await establishAccount(backend, account, 'Ines Calder');
  const [shared] = await backend.sql<{ id: string; title: string }[]>`
    select id, title from public.tracks where is_public and not sponsored and deleted_at is null order by title limit 1`;
  await backend.sql`insert into public.shared_tracks (user_id, track_id) values (${me}, ${shared?.id ?? ''})`;
  await openSignedIn(page, account, '/profile');
  await waitForWorker(page);
  const carousel = page.getByRole('region', { name: 'Tracks I Shared' });
  await carousel.getByRole('button', { name: `Stop sharing ${shared?.title}` }).click();
  await expect(carousel).toHaveCount(0);
  await expect
    .poll(() => backend.sql`select is_shared as "isShared" from public.shared_tracks where user_id = ${me}`)
    .toEqual([{ isShared: false }]);

  await page.getByRole('button', { name: 'Delete profile' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete your profile?' });
  const deleteButton = question.getByRole('button', { name: 'Delete profile' });
  await expect(deleteButton).toBeDisabled();
  await question.getByLabel('Type Ines Calder to delete').fill('Ines');
  await expect(deleteButton).toBeDisabled();
  await question.getByLabel('Type Ines Calder to delete').fill('Ines Calder');
  await page.route('**/rpc/delete_my_profile', (route) =>
    route.fulfill({ status: 400, json: { code: 'P0001', message: 'Not today' } }),
  );
  await deleteButton.click();
  await expect(page.getByText('Deletion Failed')).toBeVisible();
  await page.unroute('**/rpc/delete_my_profile');
  await deleteButton.click();
  await page.waitForURL('**/beta-access');
  await expect(page.getByText('Profile Deleted')).toBeVisible();
  expect(await backend.sql`select 1 from auth.users where id = ${me}`).toHaveLength(0);
  await expect
    .poll(() => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name)))
    .not.toContainEqual(expect.stringMatching(/outbox/));
});
