import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStack, type TestStack } from '../supabase/local/test-stack.ts';
import { signIn } from '../tests/sync/support/backend.ts';
import { newBrowser, pageOf, scopeOf, until } from '../tests/sync/support/page.ts';
import { openSync } from './client.ts';
import { pictureFiles } from './media/picture-sizes.ts';
import { png } from './media/sample-files.ts';
import { waitFor } from '../tests/support/wait-for.ts';

let test: TestStack;
beforeAll(async () => {
  test = await openTestStack();
});
afterAll(() => test.close());

it('[SY-31] a picture is stored on the real server and in the profile, and the next one replaces it', async () => {
  const person = await test.createUser();
  const browser = newBrowser();
  await signIn(browser, person.id, { accessToken: person.token });
  const config = { supabaseUrl: test.stack.url, publishableKey: test.stack.keys.publishableKey };
  let now = Date.now();
  const client = openSync(pageOf(browser, config, { now: () => now }));
  try {
    const scope = await scopeOf(client);
    for (const width of [4, 8]) {
      now += 1000;
      const bytes = png({ width, height: width });
      const small = png({ width: width / 2, height: width / 2 });
      await scope.avatar.put(new Blob([bytes], { type: 'image/png' }), new Blob([small], { type: 'image/png' }));
      const address = `${person.id}/avatar_medium.jpg?v=${now}`;
      await until(scope.me, (me) => me?.profile?.avatar_url === address);
      await until(scope.pending, (pending) => pending.length === 0);
      const [row] = await test.sql`select avatar_url from public.user_profiles where id = ${person.id}`;
      expect(row).toEqual({ avatar_url: address });
      // Both pictures have the same path, so the file must not be queued for removal.
      await waitFor(async () => expect(await test.sql`select 1 from private.file_removals`).toHaveLength(0));
      const files = pictureFiles(scope.me.get()?.avatarSrc ?? '').map(
        async ({ address }) => new Uint8Array(await (await fetch(address)).arrayBuffer()),
      );
      expect(await Promise.all(files)).toEqual([new Uint8Array(small), new Uint8Array(bytes)]);
    }
    const objects = await test.sql`select name from storage.objects where bucket_id = 'avatars' order by name`;
    expect(objects.map(({ name }) => name)).toEqual(
      ['medium', 'small'].map((size) => `${person.id}/avatar_${size}.jpg`),
    );
    // The server refuses the bytes, whatever the declared type.
    const drawing = new Blob(['<svg/>'], { type: 'image/png' });
    await scope.avatar.put(drawing, drawing);
    expect(await until(scope.avatar.state, ({ kind }) => kind === 'refused')).toMatchObject({
      message: expect.stringContaining('picture'),
    });
  } finally {
    await client.close();
  }
});
