import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestStack, type TestUser, openTestStack } from '../local/test-stack.ts';

let test: TestStack;
let one: TestUser;
let other: TestUser;
beforeAll(async () => {
  test = await openTestStack();
  [one, other] = [await test.createUser(), await test.createUser()];
  for (const { id } of [one, other]) {
    await test.sql`update public.user_profiles set avatar_url = ${`${id}/avatar.png`} where id = ${id}`;
    await test.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                   values (${id}, 'zap', 14, '2026-01-05')`;
  }
});
afterAll(() => test.close());

it("the specification's calls work through REST with Supabase's client, and refusals are 4xx with their messages", async () => {
  const request = { user_id: one.id, connection_id: other.id, status: 'pending' };
  const early = await one.client.from('messages').insert({ sender_id: one.id, receiver_id: other.id, content: 'Hi' });
  expect(early).toMatchObject({ status: 400, error: { message: 'You can only message your connections' } });

  expect((await one.client.from('connections').insert(request)).status).toBe(201);
  expect(await one.client.from('connections').insert(request)).toMatchObject({ status: 409, error: { code: '23505' } });
  const [row] = (await other.client.rpc('get_user_connections')).data ?? [];
  expect(row).toMatchObject({
    ...request,
    user_profile: { id: one.id, artist_name: expect.any(String), avatar_url: `${one.id}/avatar.png` },
  });
  const wrong = await one.client.from('connections').update({ status: 'accepted' }).eq('id', row.id);
  expect(wrong.status).toBe(400);
  const answered = await other.client.from('connections').update({ status: 'accepted' }).eq('id', row.id).select();
  expect(answered).toMatchObject({ status: 200, data: [{ status: 'accepted' }] });
  const pair = one.client.from('connections').select('status').eq('status', 'accepted');
  expect((await pair.or(`user_id.eq.${one.id},connection_id.eq.${one.id}`).single()).data).toEqual({
    status: 'accepted',
  });

  const message = { sender_id: one.id, receiver_id: other.id, content: ' Hi ' };
  const sent = await one.client.from('messages').insert(message).select().single();
  expect(sent).toMatchObject({ status: 201, data: { ...message, content: 'Hi', is_read: false } });
  const older = await other.client
    .from('messages')
    .select('*', { count: 'exact', head: true })
    .or(`and(sender_id.eq.${one.id},receiver_id.eq.${other.id}),and(sender_id.eq.${other.id},receiver_id.eq.${one.id})`)
    .lt('created_at', sent.data.created_at);
  expect(older.count).toBe(0);
  const read = await other.client
    .from('messages')
    .update({ is_read: true })
    .match({ sender_id: one.id, receiver_id: other.id, is_read: false })
    .select('is_read');
  expect(read.data).toEqual([{ is_read: true }]);
  const people = await one.client.rpc('get_connected_user_profiles', { user_ids: [other.id, one.id] });
  expect(people.data).toEqual([
    { id: other.id, artist_name: expect.any(String), avatar_url: `${other.id}/avatar.png` },
  ]);

  const profile = await one.client.from('user_profiles').update({ tip_link: 'evil.example' }).eq('id', one.id);
  expect(profile).toMatchObject({ status: 400, error: { message: 'Must be a valid CashApp or PayPal URL' } });
  const duplicate = await one.client.from('user_profiles').insert({ id: one.id, artist_name: 'x', tip_link: null });
  expect(duplicate).toMatchObject({ status: 409, error: { code: '23505' } });
});

it('[S-29] [S-41] each successful insert of a request returns its row, also one that renews an existing row', async () => {
  const people = await Promise.all([1, 2].map(() => test.createUser()));
  const [asker, recipient] = people;
  if (!asker || !recipient) throw new Error('no users were created');
  for (const { id } of people) {
    await test.sql`update public.user_profiles set avatar_url = ${`${id}/avatar.png`} where id = ${id}`;
    await test.sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
                   values (${id}, 'zap', 14, '2026-01-05')`;
  }
  const sendRequest = (from: TestUser, to: TestUser, more = {}) =>
    from.client
      .from('connections')
      .insert({ user_id: from.id, connection_id: to.id, status: 'pending', ...more })
      .select()
      .single();
  const first = await sendRequest(asker, recipient);
  expect(first).toMatchObject({ status: 201, data: { user_id: asker.id, status: 'pending', rev: 1 } });
  const { id } = first.data;
  const crossing = await sendRequest(recipient, asker);
  expect(crossing).toMatchObject({
    status: 201,
    data: { id, user_id: asker.id, connection_id: recipient.id, status: 'accepted' },
  });
  expect(crossing.data.rev).toBeGreaterThan(first.data.rev);

  await test.sql`update public.connections set status = 'declined' where id = ${id}`;
  expect(await sendRequest(asker, recipient)).toMatchObject({ status: 409, error: { code: '23505' } });
  const reversed = await sendRequest(recipient, asker);
  expect(reversed).toMatchObject({
    status: 201,
    data: { id, user_id: recipient.id, connection_id: asker.id, status: 'pending' },
  });
  expect(reversed.data.rev).toBeGreaterThan(crossing.data.rev);

  await test.sql`update public.connections set status = 'accepted', deleted_at = now() where id = ${id}`;
  const renewed = await sendRequest(asker, recipient);
  expect(renewed).toMatchObject({ status: 201, data: { id, user_id: asker.id, status: 'pending' } });
  expect(renewed.data.rev).toBeGreaterThan(reversed.data.rev);
  const rows =
    await test.sql`select id, deleted_at from public.connections where ${asker.id} in (user_id, connection_id)`;
  expect([...rows]).toEqual([{ id, deleted_at: null }]);

  const stranger = await test.createUser();
  for (const more of [{ status: 'accepted' }, { user_id: stranger.id }])
    expect(await sendRequest(asker, stranger, more)).toMatchObject({ status: 403, error: { code: '42501' } });
});

it('[S-6] delete_my_profile ends the account: its token is refused, and it cannot sign in', async () => {
  const leaver = await test.createUser();
  expect(await leaver.client.rpc('delete_my_profile')).toMatchObject({ status: 200, data: { success: true } });
  const after = await leaver.client.rpc('get_user_connections');
  expect(after).toMatchObject({ status: 403, error: { message: 'Please sign in' } });
  const signIn = await test.createClient().auth.signInWithPassword({ email: leaver.email, password: leaver.password });
  expect(signIn.error).not.toBe(null);
});
