import type { Locator, Page } from '@playwright/test';
import { tabTo } from './by-keyboard.ts';
import { expect, test } from './fixtures.ts';
import { createOther, establishAccount, giveTrack } from './people.ts';
import { playerBar } from './player-page.ts';
import { thirdPartyMp3, success } from './upload-page.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test(
  'playing, voting, sharing, writing, uploading and buying work by keyboard alone, and dialogs restore the focus',
  { tag: '@once' },
  async ({ page, backend, account }) => {
    const me = await establishAccount(backend, account, 'Ines Calder');
    const artist = await createOther(backend, 'Tin Orchard');
    const trackId = await giveTrack(backend, artist, 'Kelp Forest');
    await giveTrack(backend, artist, 'Kelp Forest Again');
    const { keyboard } = page;
    // An interceptor added at the press could miss the file chooser.
    page.on('filechooser', () => undefined);
    const button = (name: string | RegExp, scope: Page | Locator = page) =>
      scope.getByRole('button', { name, exact: true }).filter({ visible: true });
    const press = async (target: Locator, key = 'Enter') => {
      await tabTo(page, target);
      await keyboard.press(key);
    };

    await test.step('signs in', async () => {
      await page.goto('/beta-access');
      await tabTo(page, page.getByLabel('Beta passcode'));
      await keyboard.type('underground');
      await keyboard.press('Enter');
      await tabTo(page, page.getByLabel('Email', { exact: true }));
      await keyboard.type(account.email);
      await tabTo(page, page.getByLabel('Password', { exact: true }));
      await keyboard.type(account.password);
      await keyboard.press('Enter');
      await page.waitForURL('**/explore');
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
    });

    const card = page.getByRole('article', { name: 'Kelp Forest by Tin Orchard' });
    const more = button('More for Kelp Forest');
    await test.step('searches and filters', async () => {
      await tabTo(page, page.getByRole('searchbox'));
      await keyboard.type('kelp');
      await expect(page.getByText('2 tracks found')).toBeVisible();
      const genre = page.getByLabel('Genre').filter({ visible: true });
      await tabTo(page, genre);
      await expect(genre.getByRole('option', { name: 'House', exact: true })).toBeAttached();
      await keyboard.type('House');
      await expect(page).toHaveURL(/genre=House/);
      await expect(card).toBeVisible();
    });

    await test.step('plays and queues', async () => {
      await press(button('Play Kelp Forest'));
      await expect(playerBar(page)).toHaveAttribute('data-state', 'playing');
      await press(button('More for Kelp Forest Again'));
      await press(button('Play next', page.getByRole('dialog')));
      await expect(button('More for Kelp Forest Again')).toBeFocused();
      await press(button('Queue'));
      const queue = page.getByRole('dialog');
      await expect(button('Play Kelp Forest Again', queue).first()).toBeVisible();
      await keyboard.press('Escape');
      await expect(queue).toHaveCount(0);
      await expect(button('Queue')).toBeFocused();
      await press(button('Pause', playerBar(page)), 'Space');
      await expect(playerBar(page)).toHaveAttribute('data-state', 'paused');
    });

    await test.step('votes', async () => {
      const vote = card.locator('[data-vote]');
      await press(vote);
      const control = page.getByRole('dialog', { name: 'Your vote' });
      await tabTo(page, control.getByRole('radio', { name: '3 of 5' }));
      await keyboard.press('ArrowRight');
      await press(button('Vote 4 for 5 ⚡', control));
      await expect(page.getByText('Vote cast! (-⚡5)')).toBeVisible();
      await keyboard.press('Escape');
      await expect(vote).toBeFocused();
    });

    await test.step('shares', async () => {
      const question = page.getByRole('alertdialog', { name: 'Share this track?' });
      for (const choice of ['Escape', 'Share Track']) {
        await press(more);
        await press(button('Share to your profile (3⚡)', page.getByRole('dialog')));
        await expect(question).toBeVisible();
        if (choice === 'Escape') await keyboard.press(choice);
        else await press(button(choice, question));
        await expect(question).toHaveCount(0);
        await expect(more).toBeFocused();
      }
      await expect(page.getByText('Track shared to your profile + community 🎵')).toBeVisible();
    });

    await test.step('connects and writes', async () => {
      await press(card.getByRole('link', { name: 'Tin Orchard' }));
      await expect(page.getByRole('heading', { level: 1, name: 'Tin Orchard' })).toBeFocused();
      await press(button('Connect', page.getByRole('main')));
      await expect(page.getByText('Connection request sent!')).toBeVisible();
      await backend.sql`update public.connections set status = 'accepted' where user_id = ${me}`;
      const message = button('Message', page.getByRole('main'));
      await press(message);
      await tabTo(page, page.getByRole('textbox', { name: 'Type a message...' }));
      await keyboard.type('Hello');
      await keyboard.press('Enter');
      await expect(page.getByRole('dialog').locator('[data-state=sent]')).toHaveText(/Hello/);
      await keyboard.press('Escape');
      await expect(message).toBeFocused();
    });

    await test.step('edits the profile', async () => {
      await press(button('You'));
      await press(page.getByRole('dialog').getByRole('link', { name: 'Profile Settings' }));
      await page.waitForURL('**/profile');
      await expect(page.getByRole('heading', { level: 1, name: 'Ines Calder' })).toBeFocused();
      await press(button('Edit profile'));
      await tabTo(page, page.getByRole('textbox', { name: 'Bio' }));
      await keyboard.type('Two tape machines.');
      await press(button('Save changes'));
      await expect(page.getByText('Profile Updated')).toBeVisible();
      await expect(button('Edit profile')).toBeFocused();
    });

    await test.step('uploads', async () => {
      await press(page.getByRole('banner').getByRole('link', { name: 'Upload' }));
      await expect(page.getByRole('heading', { level: 1, name: 'Track Upload' })).toBeFocused();
      await tabTo(page, page.getByLabel('Choose an MP3'));
      const chooser = page.waitForEvent('filechooser');
      await keyboard.press('Enter');
      await (await chooser).setFiles(thirdPartyMp3);
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue(/./);
      await tabTo(page, page.getByLabel('Genre'));
      await keyboard.type('Experimental');
      await press(page.getByLabel('I own the rights to this recording'), 'Space');
      await press(button('Upload track'));
      await expect(success(page)).toBeVisible({ timeout: 30_000 });
    });

    await test.step('buys', async () => {
      await press(page.getByRole('banner').getByRole('link', { name: 'Store' }));
      await expect(page.getByRole('heading', { level: 1, name: 'ZAP Store' })).toBeFocused();
      await press(button('Open ZAP Store'));
      const store = page.getByRole('dialog', { name: 'ZAP Store' });
      const buy = button('Buy for 20 ZAPs', store);
      const question = page.getByRole('alertdialog', { name: 'Buy Glow Border?' });
      await press(buy);
      await expect(question).toBeVisible();
      await keyboard.press('Escape');
      await expect(question).toHaveCount(0);
      await expect(buy).toBeFocused();
      await keyboard.press('Enter');
      await press(button('Buy for 20 ZAPs', question));
      await expect(page.getByText('Glow Border is yours!')).toBeVisible();
      await expect(question).toHaveCount(0);
      // The button was replaced, but the focus stays in the dialog.
      const focused = page.locator(':focus');
      await expect(store.locator(focused).or(store.and(focused))).toHaveCount(1);
      await keyboard.press('Escape');
      await expect(button('Open ZAP Store')).toBeFocused();
    });
    await backend.sql`update public.tracks set deleted_at = now() where id = ${trackId} or user_id = ${me}`;
  },
);
