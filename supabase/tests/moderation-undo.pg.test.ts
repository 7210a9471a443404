import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { createOperator, decide, readQueue, report, rowOf, undo } from './moderation-scene.ts';
import { createTrack, push } from './scene.ts';
import { createFriends, createPerson, message } from './social-scene.ts';

let db: TestDatabase;
let mara: string;
let artist: string;
let fan: string;
let track: string;
beforeAll(async () => {
  db = await openTestDatabase();
  mara = await createOperator(db);
});
afterAll(() => db.close());
beforeEach(async () => {
  [artist, fan] = await createFriends(db);
  track = await createTrack(db, artist);
});

const stateOf = async (id: string) =>
  (await db.sql`select is_public, hidden_at is not null as is_hidden from public.tracks where id = ${id}`)[0];
const isSilenced = async (person: string) =>
  (await db.asService().run((tx) => tx`select private.is_silenced(${person}) as is`))[0]?.['is'];
const silenceByScript = (person: string, is: boolean) =>
  db.asService().rpc('set_account_silenced', { p_account_id: person, p_is_silenced: is });

describe('An undo', () => {
  it('makes the track public again and opens its reports; the log keeps both acts', async () => {
    await report(db, fan, 'track', track);
    const { act_id } = await decide(db, mara, track, { decision: 'hide' });
    expect(await undo(db, mara, act_id)).toEqual({ success: true });
    expect(await stateOf(track)).toEqual({ is_public: true, is_hidden: false });
    expect(await rowOf(db, mara, track)).toMatchObject({ people: 1 });
    expect(await readQueue(db, mara, 'hidden')).toEqual([]);
    const log =
      await db.sql`select act, undoes from private.moderation_log where subject_id = ${track} order by created_at`;
    expect([...log]).toEqual([
      { act: 'hide', undoes: null },
      { act: 'undo', undoes: act_id },
    ]);
  });

  it('of a hidden private track leaves it private', async () => {
    await report(db, fan, 'track', track);
    await db.sql`update public.tracks set is_public = false where id = ${track}`;
    const { act_id } = await decide(db, mara, track, { decision: 'hide' });
    await undo(db, mara, act_id);
    expect(await stateOf(track)).toEqual({ is_public: false, is_hidden: false });
  });

  it('leaves other acts in force: the track stays hidden, the account silenced', async () => {
    const acts = [];
    for (const _round of [1, 2]) {
      await report(db, fan, 'track', track);
      acts.push((await decide(db, mara, track, { decision: 'hide' }))['act_id']);
      await report(db, fan, 'profile', artist);
      acts.push((await decide(db, mara, artist, { decision: 'silence', days: 7 }))['act_id']);
    }
    await undo(db, mara, acts[0]);
    await undo(db, mara, acts[3]);
    expect([await stateOf(track), await isSilenced(artist)]).toEqual([{ is_public: false, is_hidden: true }, true]);
    await undo(db, mara, acts[2]);
    await undo(db, mara, acts[1]);
    expect([await stateOf(track), await isSilenced(artist)]).toEqual([{ is_public: true, is_hidden: false }, false]);
  });

  it('shows the track of a silenced person again', async () => {
    await report(db, fan, 'track', track);
    const { act_id } = await decide(db, mara, track, { decision: 'hide' });
    await silenceByScript(artist, true);
    expect(await undo(db, mara, act_id)).toEqual({ success: true });
    expect(await stateOf(track)).toEqual({ is_public: true, is_hidden: false });
  });

  it('does not open reports that a later act settled', async () => {
    await report(db, fan, 'track', track);
    const first = (await decide(db, mara, track, { decision: 'dismiss' }))['act_id'];
    await report(db, fan, 'track', track);
    const second = (await decide(db, mara, track, { decision: 'dismiss' }))['act_id'];
    await report(db, await createPerson(db), 'track', track, 'hate');
    await undo(db, mara, first);
    expect(await rowOf(db, mara, track)).toMatchObject({ people: 1, reason: 'hate' });
    await undo(db, mara, second);
    expect(await rowOf(db, mara, track)).toMatchObject({ people: 2 });
  });

  it('of an undo or of an unknown id is refused', async () => {
    await report(db, fan, 'track', track);
    const { act_id } = await decide(db, mara, track, { decision: 'dismiss' });
    await undo(db, mara, act_id);
    const [row] = await db.sql`select id from private.moderation_log where undoes = ${String(act_id)}`;
    for (const id of [row?.['id'], randomUUID()])
      expect(await undo(db, mara, id)).toMatchObject({ success: false, code: 'act_missing' });
  });
});

describe('The scripts with the service key', () => {
  it('end a silence for good: it does not come back when a later silence is undone', async () => {
    await report(db, fan, 'profile', artist);
    await decide(db, mara, artist, { decision: 'silence', days: 30 });
    expect(await silenceByScript(artist, false)).toBe(true);
    expect(await isSilenced(artist)).toBe(false);
    await report(db, fan, 'profile', artist);
    const { act_id } = await decide(db, mara, artist, { decision: 'silence', days: 1 });
    await undo(db, mara, act_id);
    expect(await isSilenced(artist)).toBe(false);
  });

  it('write to the log too, once for each change', async () => {
    await report(db, fan, 'track', track);
    for (const _twice of [1, 2]) {
      await db.asService().rpc('set_track_hidden', { p_track_id: track, p_is_hidden: true });
      await silenceByScript(artist, true);
      await db.asService().rpc('settle_reports', { p_subject_id: track });
    }
    await db.asService().rpc('set_track_hidden', { p_track_id: track, p_is_hidden: false });
    await silenceByScript(artist, false);
    const acts =
      await db.sql`select act, operator_id from private.moderation_log where person_id = ${artist} order by created_at`;
    expect([...acts]).toEqual(
      ['hide', 'silence', 'dismiss', 'show', 'unsilence'].map((act) => ({
        act,
        operator_id: null,
      })),
    );
  });
});

describe('The log', () => {
  it('refuses every change, also by the owner of the database', async () => {
    await report(db, fan, 'track', track);
    await decide(db, mara, track, { decision: 'dismiss' });
    const changes = [
      `update private.moderation_log set reason = 'Another'`,
      `delete from private.moderation_log`,
      `truncate private.moderation_log`,
      `insert into private.moderation_log (id, act) select id, 'hide' from private.moderation_log limit 1
       on conflict (id) do update set reason = 'Another'`,
    ];
    for (const change of changes) {
      expect(await refusal(db.sql.unsafe(change)), change).toEqual({
        code: '42501',
        message: 'The moderation log cannot be edited',
      });
      expect((await refusal(db.asService().run((tx) => tx.unsafe(change)))).code, change).toBe('42501');
    }
  });

  it('keeps the acts of a deleted operator without the name, and others can undo them', async () => {
    const leaving = await createOperator(db, 'Leo');
    await report(db, fan, 'track', track);
    const { act_id } = await decide(db, leaving, track, { decision: 'hide' });
    await db.sql`delete from auth.users where id = ${leaving}`;
    expect(await rowOf(db, mara, track, 'hidden')).toMatchObject({ by: 'An operator', act_id });
    expect(await undo(db, mara, act_id)).toEqual({ success: true });
  });
});

describe('[S-66] An operator', () => {
  const readMessages = async (id: string) =>
    Object(await db.asUser(mara).rpc('operator_report', { p_subject: 'message', p_subject_id: id }))?.messages?.map(
      (each: { content: string }) => each.content,
    );

  it('reads a reported message, the one before and the one after it, and no other', async () => {
    const ids = ['One', 'Two', 'Three', 'Four', 'Five'].map((content) => ({ content, id: randomUUID() }));
    for (const { content, id } of ids) await push(db.asUser(artist), [message(fan, content, { id })]);
    const stranger = await createPerson(db);
    await db.sql`insert into public.messages (sender_id, receiver_id, content) values (${artist}, ${stranger}, 'Elsewhere')`;
    const [, , third, fourth] = ids;
    await report(db, fan, 'message', third?.id ?? '', 'harassment');
    expect(await readMessages(third?.id ?? '')).toEqual(['Two', 'Three', 'Four']);
    expect(await readMessages(fourth?.id ?? '')).toBeUndefined();
  });
});

it('The queue lists first the subjects that most people reported, and its counts agree with its lists', async () => {
  const single = await createTrack(db, artist);
  await report(db, fan, 'track', single);
  await report(db, fan, 'track', track);
  await report(db, await createPerson(db), 'track', track);
  const ids = (await readQueue(db, mara)).map((row) => row.subject_id).filter((id) => id === track || id === single);
  expect(ids).toEqual([track, single]);
  const { counts } = Object(await db.asUser(mara).rpc('operator_queue', { p_list: 'open' }));
  for (const list of ['open', 'hidden', 'silenced', 'dismissed'])
    expect(counts[list], list).toBe((await readQueue(db, mara, list)).length);
});
