import { createHash, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestDatabase } from '../../tests/support/postgres.ts';
import { rememberRefusal } from '../local/mail/mail-refusals.ts';
import { appeal, createOperator, decide, report, rowOf } from './moderation-scene.ts';
import { action, createTrack, glowBorder, mysteryPack, play, push, putFile } from './scene.ts';
import { connect, createPerson, message, request } from './social-scene.ts';

/** A person with a row in each table that can name them. All their texts contain `name`, and so do the texts of operators about them. */
export async function createPersonWithData(db: TestDatabase, name: string) {
  const email = `${name.toLowerCase()}@example.com`;
  const me = await createPerson(db, { name, email, earned: 200 });
  const [friend, fan] = [await createPerson(db), await createPerson(db, { earned: 60 })];
  const fanTrack = await createTrack(db, fan);
  await db.sql`update public.tracks set radio_opt_in = true where id = ${fanTrack}`;
  for (const partner of [friend, fan]) await connect(db, partner, me);
  const files = await putFiles(db, me);
  const { track, asked } = await actOften(db, { me, name, friend, fan, fanTrack, files });
  await signIn(db, me, email);
  await beModerated(db, { me, name, email, friend, fan, track });
  await db.sql`update storage.objects set owner = ${me} where owner_id = ${me}`;
  return { me, email, friend, fan, asked, track, fanTrack, files: Object.values(files).sort() };
}

type Files = Awaited<ReturnType<typeof putFiles>>;

/** Used and unused files, one that the person deleted, and one whose check was not finished. */
async function putFiles(db: TestDatabase, me: string) {
  const avatar = await putFile(db, me, { bucket: 'avatars', kind: 'png', name: `${me}/avatar.png` });
  const audio = await putFile(db, me);
  const cover = await putFile(db, me, { bucket: 'covers', kind: 'png', name: `${me}/cover.png` });
  const unused = await putFile(db, me);
  const deleted = await putFile(db, me);
  await db.asUser(me).run((tx) => tx`delete from storage.objects where name = ${deleted}`);
  const incoming = `${me}/tracks/next.mp3`;
  await db.sql`insert into storage.objects (bucket_id, name, owner_id) values ('incoming', ${incoming}, ${me})`;
  const check = await db.asService().rpc('begin_file_check', { p_bucket: 'tracks', p_name: `${me}/next.mp3` });
  expect(check).toMatchObject({ state: 'begun' });
  await db.sql`select private.note_refused_file(${me})`;
  return { avatar, audio, cover, unused, incoming };
}

interface People {
  readonly me: string;
  readonly name: string;
  readonly friend: string;
  readonly fan: string;
}

async function actOften(
  db: TestDatabase,
  { me, name, friend, fan, fanTrack, files }: People & { fanTrack: string; files: Files },
) {
  const [asked, blocked, blocker] = [await createPerson(db), await createPerson(db), await createPerson(db)];
  const [track, playlist, release] = [randomUUID(), randomUUID(), randomUUID()];
  const apply = async (person: string, actions: readonly unknown[]) =>
    expect((await push(db.asUser(person), actions)).map(({ status }) => status)).toEqual(actions.map(() => 'applied'));
  const liked = randomUUID();
  await apply(fan, [action('playlist.create', { playlist_id: liked, title: 'Day', visibility: 'public' })]);
  await apply(me, [
    action('track.create', {
      track_id: track,
      title: `${name} sings`,
      artist_name: name,
      genre: 'House',
      audio_path: files.audio,
      cover_path: files.cover,
      radio_opt_in: true,
      rights_confirmed: true,
    }),
    action('track.texts', { track_id: track, description: `${name} wrote this`, lyrics: `I am ${name}` }),
    action('release.create', {
      release_id: release,
      title: `${name} at sea`,
      artist_name: name,
      kind: null,
      notes: `By ${name}`,
      publish_at: null,
      places: [track],
    }),
    action('profile.update', {
      bio: `I am ${name}`,
      website_url: `${name.toLowerCase()}.example`,
      avatar_url: files.avatar,
    }),
    request(asked),
    message(friend, 'Hello'),
    message(fan, `I am ${name}`),
    play(fanTrack),
    action('vote.cast', { track_id: fanTrack, weight: 5 }),
    action('share.add', { track_id: fanTrack }),
    action('favourite.add', { track_id: fanTrack }),
    action('playlist.create', { playlist_id: playlist, title: `${name} at night` }),
    action('playlist.add', {
      playlist_id: playlist,
      entries: [{ id: randomUUID(), track_id: fanTrack, position: 'a0' }],
    }),
    action('playlist.like', { playlist_id: liked }),
    action('connection.block', { partner_id: blocked }),
    action('report.send', { subject: 'profile', subject_id: fan, reason: 'other', details: `I am ${name}` }),
  ]);
  await apply(blocker, [action('connection.block', { partner_id: me })]);
  // Only one message per conversation is now recent, so the friend's message moves the start of their conversation.
  await db.sql`update private.shelf_sizes set size = 1 where part in ('recent_messages', 'unread_messages')`;
  await apply(friend, [message(me, 'Hi')]);
  await apply(fan, [
    play(track),
    action('vote.cast', { track_id: track, weight: 1 }),
    action('share.add', { track_id: track }),
  ]);
  for (const [procedure, args] of [
    ['claim_daily_login_reward', {}],
    ['sponsor_track_for_radio', { p_track_id: fanTrack }],
    ['purchase_store_item', { item_id: glowBorder }],
    ['purchase_store_item', { item_id: mysteryPack }],
  ] as const)
    expect(await db.asUser(me).rpc(procedure, args), procedure).toMatchObject({ success: true });
  await push(db.asUser(me), [{ ...message(friend, name), payload: { content: 'NAZI' } }]);
  await db.asUser(me).rpc('log_security_event', {
    p_user_id: me,
    p_event_type: 'upload_success',
    p_severity: 'info',
    p_event_data: { by: me },
  });
  return { track, asked };
}

/** Inserts the rows that the auth service stores about a person, and a refused mail. */
async function signIn(db: TestDatabase, me: string, email: string): Promise<void> {
  const session = randomUUID();
  await db.sql`insert into auth.sessions (id, user_id) values (${session}, ${me})`;
  await db.sql`insert into auth.refresh_tokens (id, token, user_id, session_id) values (${randomUUID()}, 'secret', ${me}, ${session})`;
  await db.sql`insert into auth.flow_state (id, user_id, code_challenge_method, code_challenge, provider_type, authentication_method)
               values (${randomUUID()}, ${me}, 's256', 'x', 'email', 'otp')`;
  await db.sql`insert into auth.identities (id, provider, provider_id, user_id, identity_data)
               values (${randomUUID()}, 'email', ${me}, ${me}, ${db.sql.json({ email })})`;
  await db.sql`insert into auth.audit_log_entries (id, payload) values (${randomUUID()}, ${db.sql.json({ actor_username: email })})`;
  await rememberRefusal(db.sql, email, `550 no mailbox ${email}`);
}

const inADay = () => new Date(Date.now() + 86_400_000).toISOString();

/** The person joined by an invitation, becomes an operator and acts as one. Then a second track of theirs is hidden, and they are silenced. */
async function beModerated(
  db: TestDatabase,
  { me, name, email, friend, fan, track }: People & { email: string; track: string },
): Promise<void> {
  const mara = await createOperator(db, 'Mara');
  const invite = async (by: string, note: string) => {
    const hash = createHash('sha256').update(randomUUID()).digest('hex');
    await db.asUser(by).rpc('operator_invite', { p_hash: hash, p_note: note, p_uses: 1, p_ends_at: inADay() });
    return Object(
      await db.asService().rpc('beta_enter_by_invitation', { p_code_hash: hash, p_device_key: randomUUID() }),
    );
  };
  const session = await invite(mara, 'Flyers');
  await db.sql`update public.beta_sessions set used = true, used_by = ${me}
               where token_hash = private.token_hash(${session.session_token})`;

  await db.sql`select private.set_operator(${email}, true)`;
  await invite(me, `By ${name}`);
  await report(db, friend, 'profile', fan);
  const seen = await rowOf(db, mara, fan);
  const dismissal = { decision: 'dismiss', reason: `${name} knows them` } as const;
  expect(await decide(db, me, fan, dismissal, { seen })).toMatchObject({ success: true });
  expect(await decide(db, mara, fan, dismissal, { seen })).toMatchObject({ code: 'already_decided' });

  const hidden = await createTrack(db, me);
  for (const [subject, id] of [
    ['track', track],
    ['track', hidden],
    ['profile', me],
  ] as const)
    await push(db.asUser(friend), [action('report.send', { subject, subject_id: id, reason: 'other', details: name })]);
  const { act_id: act } = await decide(db, mara, hidden, { decision: 'hide', reason: `Not by ${name}` });
  expect(await push(db.asUser(me), [appeal(act, `I am ${name}`)])).toMatchObject([{ status: 'applied' }]);
  await decide(db, mara, me, { decision: 'silence', days: 1, reason: `${name} again` });
  expect(await db.asService().rpc('set_account_silenced', { p_account_id: me, p_is_silenced: true })).toBe(true);
}
