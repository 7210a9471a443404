import { randomUUID } from 'node:crypto';
import { expect, signIn, test } from './fixtures.ts';
import { createOther, establishAccount } from './people.ts';

/** Well below the minute after which the page would have looked anyway (SY-18). */
const LIVE = { timeout: 15_000, intervals: [50] };

test('[SY-18] a message and a connection that another person makes are there at once', async ({
  page,
  backend,
  account,
}) => {
  await signIn(page, account);
  const me = await establishAccount(backend, account, 'Nina');
  const friend = await createOther(backend, 'Otis');
  const heard = page.waitForEvent('websocket').catch(() => null);
  await page.reload();
  await heard;
  await expect.poll(() => page.evaluate(() => window.undercurrent.status.get().lastSyncedAt !== null)).toBe(true);
  const connections = () => page.evaluate(() => window.undercurrent.connections.get().map(({ status }) => status));
  await backend.sql`insert into public.connections (user_id, connection_id, status) values (${friend}, ${me}, 'pending')`;
  await expect.poll(connections, LIVE).toEqual(['pending']);
  await backend.sql`update public.connections set status = 'accepted' where user_id = ${friend}`;
  await expect.poll(connections, LIVE).toEqual(['accepted']);
  await backend.sql`insert into public.messages (id, sender_id, receiver_id, content)
                    values (${randomUUID()}, ${friend}, ${me}, 'Are you there?')`;
  await expect
    .poll(
      () =>
        page.evaluate(
          (id) =>
            window.undercurrent
              .conversation(id)
              .get()
              .map(({ content }) => content),
          friend,
        ),
      LIVE,
    )
    .toEqual(['Are you there?']);
});
