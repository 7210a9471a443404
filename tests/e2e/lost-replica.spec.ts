import { expect, signIn, test } from './fixtures.ts';
import { createOther, establishAccount, giveTrack } from './people.ts';

async function deleteReplica(): Promise<number> {
  const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('rxdb-dexie-') ? [name] : []));
  await Promise.all(
    names.map(
      (name) =>
        new Promise<void>((resolve, reject) => {
          const request = indexedDB.deleteDatabase(name);
          request.onsuccess = () => resolve();
          request.onerror = () => reject(request.error ?? new Error(name));
        }),
    ),
  );
  return names.length;
}

test('[SY-22] a replica deleted while a page is open is fetched again, and later changes show', async ({
  page,
  backend,
  account,
}) => {
  const me = await establishAccount(backend, account, 'Ines Calder');
  const artist = await createOther(backend, 'Tin Orchard');
  await giveTrack(backend, me, 'Linoleum');
  await signIn(page, account);
  const view = () => page.evaluate(() => window.undercurrent.explore({ search: '', genre: null }).get());
  await expect.poll(async () => (await view()).state).toBe('complete');
  const { total } = await view();

  expect(await page.evaluate(deleteReplica)).toBeGreaterThan(0);
  await giveTrack(backend, artist, 'Kelp Forest');
  await page.evaluate(() => window.undercurrent.syncNow());
  await expect(page.getByText(`${total + 1} tracks found`)).toBeVisible();
  await expect(page.locator('#profile-area')).toHaveAccessibleName('60 ZAPs');
});
