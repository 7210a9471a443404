import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase } from '../../tests/support/postgres.ts';
import {
  answerAppeal,
  appeal,
  createOperator,
  decide,
  readAppeals,
  readStanding,
  report,
  rowOf,
  undo,
} from './moderation-scene.ts';
import { createTrack, push } from './scene.ts';
import { createFriends, resultOf } from './social-scene.ts';

let db: TestDatabase;
let mara: string;
let jun: string;
let artist: string;
let fan: string;
let track: string;
let act: unknown;
beforeAll(async () => {
  db = await openTestDatabase();
  mara = await createOperator(db, 'Mara');
  jun = await createOperator(db, 'Jun');
});
afterAll(() => db.close());
beforeEach(async () => {
  [artist, fan] = await createFriends(db);
  track = await createTrack(db, artist);
  await report(db, fan, 'track', track);
  act = (await decide(db, mara, track, { decision: 'hide', reason: 'Same count-in' }))['act_id'];
});

const send = (content?: string) => resultOf(db.asUser(artist), appeal(act, content));
const sent = async (operator = jun) =>
  (await readAppeals(db, operator)).find(({ person_id }) => person_id === artist) ?? { id: '', content: '' };
const isPublic = async () => (await db.sql`select is_public from public.tracks where id = ${track}`)[0]?.['is_public'];
const logged = async () => [
  ...(await db.sql`select act, operator_id, reason, undoes from private.moderation_log
                   where subject_id = ${track} order by created_at`),
];

describe('An appeal', () => {
  it('is in the queue with the decision, its reason and the text, and the person sees that it waits', async () => {
    expect(await readStanding(db, artist)).toMatchObject({
      hidden_tracks: [{ act_id: act, track_id: track, reason: 'Same count-in', appeal: null }],
    });
    expect(await send('  It is my own recording.\n')).toEqual({ success: true });
    expect(await sent()).toMatchObject({
      content: 'It is my own recording.',
      act: 'hide',
      reason: 'Same count-in',
      by: 'Mara',
      is_own: false,
      subject: 'track',
      subject_id: track,
      person_name: 'Nina',
    });
    expect(await sent(mara)).toMatchObject({ is_own: true });
    expect(Object(await db.asUser(jun).rpc('operator_queue', { p_list: 'open' })).counts.appeals).toBeGreaterThan(0);
    expect(await readStanding(db, artist)).toMatchObject({
      hidden_tracks: [{ appeal: { outcome: null, answer: '' } }],
    });
  });

  it('is, with its answer, in the data export of its author, and in nobody else’s', async () => {
    const rows = (person: string) =>
      db.asUser(person).run(async (tx) => [...(await tx`select * from get_own_appeals()`)]);
    await send('It is mine.');
    expect(await rows(artist)).toEqual([
      expect.objectContaining({ decision: 'hide', track_id: track, content: 'It is mine.', outcome: null, answer: '' }),
    ]);
    expect(await rows(fan)).toEqual([]);
  });

  it('is sent once for each decision, even after an answer; a new decision allows another appeal', async () => {
    await send();
    expect(await send('Again')).toMatchObject({ code: 'already_appealed' });
    await answerAppeal(db, jun, (await sent()).id, 'keep');
    expect(await send('Again')).toMatchObject({ code: 'already_appealed' });
    await undo(db, mara, act);
    act = (await decide(db, mara, track, { decision: 'hide' }))['act_id'];
    expect(await send()).toEqual({ success: true });
  });

  it('needs a text of 1 to 500 characters', async () => {
    expect(await send(' \u200b\n')).toMatchObject({ code: 'appeal_empty' });
    expect(await send('🎵'.repeat(501))).toMatchObject({ code: 'appeal_too_long' });
    expect(await send('🎵'.repeat(500))).toEqual({ success: true });
  });

  it('is refused from others, and for decisions that are over, dismissed or unknown', async () => {
    expect(await resultOf(db.asUser(fan), appeal(act))).toMatchObject({ code: 'decision_over' });
    expect(await resultOf(db.asUser(artist), appeal(randomUUID()))).toMatchObject({ code: 'decision_over' });
    await undo(db, mara, act);
    expect(await send()).toMatchObject({ code: 'decision_over' });
    act = (await decide(db, mara, track, { decision: 'dismiss' }))['act_id'];
    expect(await send()).toMatchObject({ code: 'decision_over' });
  });

  it('of a silenced person is accepted, even if the server’s administrator silenced them', async () => {
    await report(db, fan, 'profile', artist);
    act = (await decide(db, mara, artist, { decision: 'silence', days: 7 }))['act_id'];
    expect(await send()).toEqual({ success: true });
    expect(await readStanding(db, artist)).toMatchObject({ silence: { act_id: act, appeal: { outcome: null } } });
    await db.asService().rpc('set_account_silenced', { p_account_id: fan, p_is_silenced: true });
    const { silence } = await readStanding(db, fan);
    expect(await resultOf(db.asUser(fan), appeal(Object(silence).act_id))).toEqual({ success: true });
    const ofFan = (await readAppeals(db, jun)).find(({ person_id }) => person_id === fan);
    expect(ofFan).toMatchObject({ act: 'silence', by: "The server's administrator", is_own: false });
    expect(await answerAppeal(db, jun, ofFan?.id ?? '', 'undo')).toEqual({ success: true });
    expect(await readStanding(db, fan)).toMatchObject({ silence: null, answers: [{ title: null, outcome: 'undo' }] });
  });

  it('of an operator can be neither seen nor answered by that operator', async () => {
    await report(db, fan, 'profile', jun);
    act = (await decide(db, mara, jun, { decision: 'silence', days: 1 }))['act_id'];
    await push(db.asUser(jun), [appeal(act)]);
    const ofJun = (await readAppeals(db, mara)).find(({ person_id }) => person_id === jun);
    expect((await readAppeals(db, jun)).map(({ id }) => id)).not.toContain(ofJun?.id);
    expect(await answerAppeal(db, jun, ofJun?.id ?? '', 'undo')).toMatchObject({ code: 'appeal_missing' });
    expect(await answerAppeal(db, mara, ofJun?.id ?? '', 'keep')).toEqual({ success: true });
  });

  it('leaves the queue once its track is deleted, and is deleted with its account', async () => {
    await send();
    await db.sql`update public.tracks set deleted_at = now() where id = ${track}`;
    expect((await sent()).id).toBe('');
    await db.sql`delete from auth.users where id = ${artist}`;
    expect([...(await db.sql`select id from private.appeals where act_id = ${String(act)}`)]).toEqual([]);
  });
});

describe('An answer', () => {
  it('keeps the decision, and the person reads why', async () => {
    await send();
    expect(await answerAppeal(db, jun, (await sent()).id, 'keep', ' The single is older ')).toEqual({ success: true });
    expect(await isPublic()).toBe(false);
    expect((await sent()).id).toBe('');
    expect(await readStanding(db, artist)).toMatchObject({
      hidden_tracks: [{ appeal: { outcome: 'keep', answer: 'The single is older' } }],
      answers: [],
    });
    expect((await logged()).at(-1)).toEqual({
      act: 'keep',
      operator_id: jun,
      reason: 'The single is older',
      undoes: null,
    });
  });

  it('undoes the decision for good: its reports stay settled, and the person reads why', async () => {
    await send();
    expect(await answerAppeal(db, jun, (await sent()).id, 'undo', 'Their own')).toEqual({ success: true });
    expect(await isPublic()).toBe(true);
    for (const list of ['open', 'hidden']) expect(await rowOf(db, mara, track, list)).toBeUndefined();
    expect(await readStanding(db, artist)).toMatchObject({
      hidden_tracks: [],
      answers: [{ title: 'Night Bus', outcome: 'undo', answer: 'Their own' }],
    });
    expect((await logged()).at(-1)).toEqual({ act: 'undo', operator_id: jun, reason: 'Their own', undoes: act });
    expect(await undo(db, mara, act)).toMatchObject({
      code: 'already_undone',
      message: expect.stringMatching(/^Already undone: Jun undid it on .*\. Reason: Their own$/),
    });
  });

  it('needs a reason and a known outcome', async () => {
    await send();
    const { id } = await sent();
    expect(await answerAppeal(db, jun, id, 'keep', ' ')).toMatchObject({ code: 'reason_missing' });
    expect(await answerAppeal(db, jun, id, 'keep', 'x'.repeat(201))).toMatchObject({ code: 'reason_too_long' });
    const unknown = await db.asUser(jun).rpc('operator_answer', { p_appeal_id: id, p_outcome: 'maybe', p_reason: 'x' });
    expect(unknown).toMatchObject({ code: 'invalid_payload' });
    expect((await sent()).id).toBe(id);
  });

  it('comes from one of two operators who answer at once; the other reads who, when and why', async () => {
    await send();
    const { id } = await sent();
    const answers = await Promise.all([
      answerAppeal(db, jun, id, 'keep', 'Kept by Jun'),
      answerAppeal(db, mara, id, 'undo', 'Undone by Mara'),
    ]);
    const refused = answers.filter(({ success }) => success !== true);
    expect(refused).toHaveLength(1);
    expect(refused[0]).toMatchObject({
      code: 'already_decided',
      message: expect.stringMatching(
        /^Already answered: (Jun kept the decision .* Reason: Kept by Jun|Mara undid it .* Reason: Undone by Mara)$/,
      ),
    });
    const [row] = await db.sql`select outcome, answer from private.appeals where id = ${id}`;
    const isKept = row?.['outcome'] === 'keep';
    expect(row?.['answer']).toBe(isKept ? 'Kept by Jun' : 'Undone by Mara');
    expect(await isPublic()).toBe(!isKept);
  });

  it('is refused once the decision was undone in another way, which settles the appeal too', async () => {
    await send();
    const { id } = await sent();
    await undo(db, mara, act);
    expect((await sent()).id).toBe('');
    expect(await answerAppeal(db, jun, id, 'keep')).toMatchObject({
      code: 'already_decided',
      message: expect.stringMatching(/^Already answered: Mara undid it/),
    });
    act = (await decide(db, mara, track, { decision: 'hide' }))['act_id'];
    await send();
    const again = (await sent()).id;
    await db.asService().rpc('set_track_hidden', { p_track_id: track, p_is_hidden: false });
    expect(await answerAppeal(db, jun, again, 'undo')).toMatchObject({
      code: 'already_decided',
      message: "This decision was ended by the server's administrator.",
    });
  });
});
