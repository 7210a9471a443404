import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { createOperator, decide, readQueue, report, rowOf, undo } from './moderation-scene.ts';
import { action, createTrack, outcome, pull, push } from './scene.ts';
import { createFriends, createPerson, message, resultOf } from './social-scene.ts';

let db: TestDatabase;
let mara: string;
let juno: string;
let artist: string;
let fan: string;
let track: string;
beforeAll(async () => {
  db = await openTestDatabase();
  [mara, juno] = [await createOperator(db, 'Mara'), await createOperator(db, 'Juno')];
});
afterAll(() => db.close());
beforeEach(async () => {
  [artist, fan] = await createFriends(db);
  track = await createTrack(db, artist);
});

const stateOf = async (id: string) =>
  (await db.sql`select is_public, hidden_at is not null as is_hidden from public.tracks where id = ${id}`)[0];
const isSilenced = async (person: string, at = new Date().toISOString()) =>
  (
    await db
      .atTime(at)
      .asService()
      .run((tx) => tx`select private.is_silenced(${person}) as is`)
  )[0]?.['is'];
const daysAhead = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('[S-65] An operator', () => {
  it('gets and loses the role by the e-mail of a confirmed account, and each change is in the log', async () => {
    const [email, unconfirmed] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const person = await createPerson(db, { email });
    const set = async (address: string, is: boolean) =>
      (await db.sql`select private.set_operator(${address}, ${is}) as answer`)[0]?.['answer'];
    await db.sql`insert into auth.users (id, email) values (${randomUUID()}, ${unconfirmed})`;
    expect(await set(unconfirmed, true)).toBe('unconfirmed');
    expect(await set('nobody@example.com', true)).toBe('missing');
    expect([await set(` ${email.toUpperCase()} `, true), await set(email, true)]).toEqual(['done', 'unchanged']);
    expect(await readQueue(db, person)).toEqual([]);
    expect([await set(email, false), await set(email, false)]).toEqual(['done', 'unchanged']);
    expect((await refusal(readQueue(db, person))).code).toBe('42501');
    const acts =
      await db.sql`select act, operator_id from private.moderation_log where person_id = ${person} order by created_at`;
    expect([...acts]).toEqual([
      { act: 'grant', operator_id: null },
      { act: 'revoke', operator_id: null },
    ]);
  });

  it('alone may call the procedures; others get the same message as for a procedure that no person may call', async () => {
    const calls = {
      operator_queue: { p_list: 'open' },
      operator_report: { p_subject: 'track', p_subject_id: track },
      operator_figures: {},
      operator_settings: {},
      operator_undo: { p_act_id: track },
      operator_set_word: { p_word: 'x', p_is_restricted: true },
      operator_set_passcode: { p_hash: 'x', p_seen_changed_at: null },
      operator_decide: { p_decision: 'hide', p_subject: 'track', p_subject_id: track, p_seen_at: 'x', p_reason: 'x' },
    };
    const closed = await refusal(db.asUser(fan).rpc('set_track_hidden', { p_track_id: track, p_is_hidden: true }));
    for (const [name, args] of Object.entries(calls)) {
      for (const actor of [db.asUser(fan), db.asAnon(), db.asService()]) {
        expect(await refusal(actor.rpc(name, args)), name).toEqual({
          code: closed.code,
          message: closed.message.replace('set_track_hidden', name),
        });
      }
    }
    expect(await stateOf(track)).toEqual({ is_public: true, is_hidden: false });
  });

  it('can find the file of a reported track, also once the track is hidden, until it is deleted', async () => {
    const reported = await createTrack(db, artist);
    await report(db, fan, 'track', reported);
    const place = async () =>
      Object(await db.asUser(mara).rpc('operator_report', { p_subject: 'track', p_subject_id: reported })).track
        .audio_url;
    const [row] = await db.sql`select audio_url from public.tracks where id = ${reported}`;
    await decide(db, mara, reported, { decision: 'hide' });
    expect(await place()).toBe(row?.['audio_url']);
    await db.sql`update public.tracks set deleted_at = now() where id = ${reported}`;
    expect(await place()).toBeNull();
  });

  it('neither sees nor decides reports about themselves', async () => {
    const own = await createTrack(db, mara);
    await report(db, fan, 'track', own);
    expect(await rowOf(db, mara, own)).toBeUndefined();
    expect(await db.asUser(mara).rpc('operator_report', { p_subject: 'track', p_subject_id: own })).toBeNull();
    expect(await decide(db, mara, own, { decision: 'dismiss' })).toMatchObject({ code: 'already_decided' });
    const seen = await rowOf(db, juno, own);
    const { act_id } = await decide(db, juno, own, { decision: 'silence', days: 7 }, { seen });
    expect(await undo(db, mara, act_id)).toMatchObject({ success: false, code: 'act_missing' });
    expect(await decide(db, mara, own, { decision: 'dismiss' }, { seen })).toMatchObject({
      code: 'already_decided',
      message: 'These reports are no longer open. Reload the page to see the present list.',
    });
    expect(await isSilenced(mara)).toBe(true);
    await undo(db, juno, act_id);
  });
});

describe('A decision', () => {
  it('hides a track from others and the radio, tells its owner why, and settles all its reports', async () => {
    const other = await createPerson(db);
    await db.sql`update public.tracks set radio_opt_in = true where id = ${track}`;
    const { floor } = await pull(db.asUser(fan), { tables: ['tracks'] });
    await report(db, fan, 'track', track);
    await report(db, other, 'track', track);
    expect(await rowOf(db, mara, track)).toMatchObject({
      people: 2,
      reason: 'spam',
      person_name: 'Nina',
      excerpt: 'Night Bus',
    });
    expect(await decide(db, mara, track, { decision: 'hide', reason: '  The B side of a single \n' })).toMatchObject({
      success: true,
    });
    expect((await pull(db.asUser(fan), { tables: ['tracks'], since: floor })).gone.map(({ id }) => id)).toEqual([
      track,
    ]);
    expect(await outcome(db.asUser(artist), action('track.update', { track_id: track, is_public: true }))).toBe(
      'track_hidden',
    );
    expect(await db.asUser(artist).rpc('get_own_standing')).toMatchObject({
      is_operator: false,
      silence: null,
      hidden_tracks: [{ track_id: track, title: 'Night Bus', reason: 'The B side of a single' }],
    });
    expect(await rowOf(db, juno, track)).toBeUndefined();
    expect(await rowOf(db, juno, track, 'hidden')).toMatchObject({ by: 'Mara', people: 2, is_hidden: true });
  });

  it.each([1, 7, 30])('silences an account for %d days, and tells the person the reason and the end', async (days) => {
    await report(db, fan, 'profile', artist, 'harassment');
    await decide(db, mara, artist, { decision: 'silence', days, reason: 'Threats' });
    const refused = await resultOf(db.asUser(artist), message(fan, 'Hello'));
    expect(refused).toMatchObject({ code: 'account_silenced' });
    expect(refused?.['message']).toMatch(
      /^Your account was silenced by the operator until \d+ \w+ \d{4}, \d\d:\d\d UTC\. Reason: Threats$/,
    );
    await expect(createTrack(db, artist)).rejects.toThrow('Reason: Threats');
    expect(await db.asUser(artist).rpc('get_own_standing')).toMatchObject({
      silence: { reason: 'Threats', ends_at: expect.any(String) },
    });
    expect([await isSilenced(artist, daysAhead(days - 0.1)), await isSilenced(artist, daysAhead(days + 0.1))]).toEqual([
      true,
      false,
    ]);
  });

  it('silences again after the end of an earlier silence', async () => {
    await report(db, fan, 'profile', artist);
    await decide(db, mara, artist, { decision: 'silence', days: 1 }, { at: daysAhead(-2) });
    expect(await isSilenced(artist)).toBe(false);
    await report(db, fan, 'profile', artist);
    expect(await decide(db, mara, artist, { decision: 'silence', days: 1 })).toMatchObject({ success: true });
    expect(await isSilenced(artist)).toBe(true);
  });

  it('keeps a silenced person from publishing a private track', async () => {
    const kept = await createTrack(db, artist, { isPublic: false });
    await report(db, fan, 'profile', artist);
    await decide(db, mara, artist, { decision: 'silence', days: 1 });
    expect(await outcome(db.asUser(artist), action('track.update', { track_id: kept, is_public: true }))).toBe(
      'account_silenced',
    );
  });

  it('needs a reason of 1 to 200 visible characters, a known length of silence, and a track to hide', async () => {
    await report(db, fan, 'track', track);
    await report(db, fan, 'profile', artist);
    const codeOf = async (...args: Parameters<typeof decide>) => (await decide(...args))['code'];
    expect(await codeOf(db, mara, track, { decision: 'hide', reason: ' \u200b\n' })).toBe('reason_missing');
    expect(await codeOf(db, mara, track, { decision: 'hide', reason: '😀'.repeat(201) })).toBe('reason_too_long');
    expect(await codeOf(db, mara, track, { decision: 'silence', days: 2 })).toBe('invalid_payload');
    expect(await codeOf(db, mara, artist, { decision: 'hide' })).toBe('invalid_payload');
    expect(await stateOf(track)).toEqual({ is_public: true, is_hidden: false });
    expect(await decide(db, mara, track, { decision: 'hide', reason: '😀'.repeat(200) })).toMatchObject({
      success: true,
    });
  });

  it('takes effect once, however often its request is repeated', async () => {
    await report(db, fan, 'profile', artist);
    const seen = await rowOf(db, mara, artist);
    const again = { seen, actionId: randomUUID() };
    const answers = [];
    for (let i = 0; i < 3; i += 1)
      answers.push(await decide(db, mara, artist, { decision: 'silence', days: 7 }, again));
    expect(new Set(answers.map((answer) => answer['act_id'])).size).toBe(1);
    expect([...(await db.sql`select act from private.moderation_log where person_id = ${artist}`)]).toEqual([
      { act: 'silence' },
    ]);
  });

  it('leaves a report open that arrived after the operator looked', async () => {
    await report(db, fan, 'track', track);
    const seen = await rowOf(db, mara, track);
    await report(db, await createPerson(db), 'track', track, 'hate');
    await decide(db, mara, track, { decision: 'dismiss' }, { seen });
    expect(await rowOf(db, mara, track)).toMatchObject({ people: 1, reason: 'hate' });
  });

  it('about a deleted track is refused, except to dismiss', async () => {
    await report(db, fan, 'track', track);
    await push(db.asUser(artist), [action('track.delete', { track_id: track })]);
    expect(await readQueue(db, mara)).toContainEqual(expect.objectContaining({ subject_id: track, is_gone: true }));
    expect(await decide(db, mara, track, { decision: 'hide' })).toMatchObject({ code: 'subject_missing' });
    expect(await decide(db, mara, track, { decision: 'dismiss' })).toMatchObject({ success: true });
    expect(await rowOf(db, mara, track, 'dismissed')).toMatchObject({ is_gone: true });
  });

  it('about a deleted account is refused: its reports, which quote the person, were deleted with it', async () => {
    await report(db, fan, 'track', track);
    await report(db, fan, 'profile', artist);
    const seen = await rowOf(db, mara, artist);
    await db.sql`delete from auth.users where id = ${artist}`;
    expect((await readQueue(db, mara)).filter(({ person_id }) => person_id === artist)).toEqual([]);
    expect(await decide(db, mara, artist, { decision: 'silence', days: 1 }, { seen })).toMatchObject({
      code: 'already_decided',
      message: 'These reports are no longer open. Reload the page to see the present list.',
    });
    expect(await db.sql`select id from public.reports where person_id = ${artist}`).toHaveLength(0);
  });
});

describe('Two operators at once', () => {
  it('make one decision; the refusals of the others say who decided, when and how', async () => {
    await report(db, fan, 'track', track);
    const [seen, name] = [await rowOf(db, mara, track), (id: string) => (id === mara ? 'Mara' : 'Juno')];
    const answers = await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const operator = i % 2 === 0 ? mara : juno;
        const decision = i % 3 === 0 ? ({ decision: 'hide' } as const) : ({ decision: 'silence', days: 7 } as const);
        return decide(db, operator, track, decision, { seen });
      }),
    );
    const done = answers.filter((answer) => answer['success'] === true);
    expect(done).toHaveLength(1);
    const acts = await db.sql`select operator_id, act from private.moderation_log where subject_id = ${track}`;
    expect(acts).toHaveLength(1);
    const how = acts[0]?.['act'] === 'hide' ? 'hid it' : 'silenced the account for 7 days';
    const told = new RegExp(
      `^Already decided: ${name(String(acts[0]?.['operator_id']))} ${how} on \\d+ \\w+ at \\d\\d:\\d\\d UTC\\. Reason: Checked against the single$`,
    );
    for (const answer of answers.filter((each) => each['success'] !== true)) {
      expect(answer).toMatchObject({ code: 'already_decided', message: expect.stringMatching(told) });
    }
    expect(await stateOf(track)).toEqual({
      is_public: acts[0]?.['act'] !== 'hide',
      is_hidden: acts[0]?.['act'] === 'hide',
    });
    expect(await isSilenced(artist)).toBe(acts[0]?.['act'] === 'silence');
  });

  it('undo a decision once, and the other requests are refused', async () => {
    await report(db, fan, 'track', track);
    const { act_id } = await decide(db, mara, track, { decision: 'hide' });
    const answers = await Promise.all([mara, juno, mara, juno].map((operator) => undo(db, operator, act_id)));
    expect(answers.filter((answer) => answer['success'] === true)).toHaveLength(1);
    expect(answers.filter((answer) => answer['code'] === 'already_undone')).toHaveLength(3);
    expect(await stateOf(track)).toEqual({ is_public: true, is_hidden: false });
  });

  it('silence each other without a deadlock', async () => {
    await report(db, fan, 'profile', mara);
    await report(db, fan, 'profile', juno);
    const [one, other] = await Promise.all([
      decide(db, mara, juno, { decision: 'silence', days: 1 }),
      decide(db, juno, mara, { decision: 'silence', days: 1 }),
    ]);
    expect([one, other]).toMatchObject([{ success: true }, { success: true }]);
    await undo(db, juno, one['act_id']);
    await undo(db, mara, other['act_id']);
    expect([await isSilenced(mara), await isSilenced(juno)]).toEqual([true, true]);
    await db.sql`delete from private.silences`;
  });
});
