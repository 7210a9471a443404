import type { Page } from '@playwright/test';
import { expect, signIn, test } from './fixtures.ts';
import { giveTrack } from './people.ts';
import { collectAudio, playerBar } from './player-page.ts';

/** Volume of the playing element; -1 if none plays. Needs `collectAudio`. */
const soundingVolume = async (page: Page) =>
  Number(await page.evaluate('window.sounds.find((sound) => !sound.paused)?.volume ?? -1'));

test(
  'a loud track is turned down to the target loudness and a quiet one is left alone, until the person turns that off',
  { tag: '@once' },
  async ({ page, account, backend }) => {
    const [artist] = await backend.sql<{ id: string }[]>`
      insert into auth.users (id, email) values (gen_random_uuid(), ${`artist-of-${account.email}`}) returning id`;
    // Other tests share the catalogue, so the titles need a prefix of their own.
    const titlePrefix = account.email.replace(/@.*/, '');
    const [loud, quiet] = [`${titlePrefix} loud`, `${titlePrefix} quiet`];
    for (const [title, lufs] of [[loud, -8] as const, [quiet, -20] as const])
      await backend.sql`update public.tracks set loudness_lufs = ${lufs}, true_peak_dbtp = -1
                        where id = ${await giveTrack(backend, artist?.id ?? '', title)}`;
    await collectAudio(page);
    await signIn(page, account);
    const play = (title: string) => page.getByRole('button', { name: `Play ${title}`, exact: true }).click();
    await page.getByRole('searchbox').fill(titlePrefix);
    await play(quiet);
    await expect.poll(() => soundingVolume(page)).toBe(1);
    await play(loud);
    await expect(playerBar(page)).toContainText(loud);
    // -8 LUFS is 6 dB above the target loudness.
    await expect.poll(() => soundingVolume(page)).toBeCloseTo(10 ** (-6 / 20), 5);
    await page.getByRole('button', { name: 'You', exact: true }).click();
    const control = page.getByRole('switch', { name: 'Even out loudness' });
    await control.click();
    await expect(control).toHaveAttribute('aria-checked', 'false');
    await expect.poll(() => soundingVolume(page)).toBe(1);
    await control.click();
    await expect.poll(() => soundingVolume(page)).toBeCloseTo(10 ** (-6 / 20), 5);
  },
);
