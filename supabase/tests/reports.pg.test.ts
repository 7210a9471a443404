import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, openTestDatabase, refusal } from '../../tests/support/postgres.ts';
import { action, createTrack, push } from './scene.ts';
import { createFriends, expectRefused, message, resultOf } from './social-scene.ts';

let db: TestDatabase;
let one: string;
let other: string;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());
beforeEach(async () => {
  [one, other] = await createFriends(db);
});

const report = (subject: string, id: string, more: Record<string, unknown> = {}) =>
  action('report.send', { subject, subject_id: id, reason: 'harassment', details: '', ...more });
const reportsOf = async (reporter: string) => [
  ...(await db.sql`select subject, subject_id, person_id, reason, details, excerpt, settled_at from public.reports
                   where reporter_id = ${reporter} order by subject`),
];
const queueOf = async (person: string) =>
  await db
    .asService()
    .run(async (tx) => [...(await tx`select * from public.report_queue where person_id = ${person} order by subject`)]);

describe('[S-49] A report', () => {
  it("about a track, a profile or a message stores the subject's text and owner", async () => {
    const track = await createTrack(db, other);
    const sent = randomUUID();
    await push(db.asUser(other), [message(one, 'Pay me or else', { id: sent })]);
    const results = await push(db.asUser(one), [
      report('track', track, { reason: 'not_their_recording', details: '  It is ours.\n' }),
      report('profile', other, { reason: 'impersonation' }),
      report('message', sent),
    ]);
    expect(results.map(({ result }) => result)).toEqual([{ success: true }, { success: true }, { success: true }]);
    const row = { person_id: other, details: '', settled_at: null };
    expect(await reportsOf(one)).toEqual([
      { ...row, subject: 'message', subject_id: sent, reason: 'harassment', excerpt: 'Pay me or else' },
      { ...row, subject: 'profile', subject_id: other, reason: 'impersonation', excerpt: 'Otis' },
      {
        ...row,
        subject: 'track',
        subject_id: track,
        reason: 'not_their_recording',
        details: 'It is ours.',
        excerpt: 'Night Bus',
      },
    ]);
  });

  it('is stored once when repeated, and a newer one about the same subject replaces it', async () => {
    const first = report('profile', other);
    await push(db.asUser(one), [first]);
    await push(db.asUser(one), [first]);
    expect(await reportsOf(one)).toHaveLength(1);
    await db.asService().rpc('settle_reports', { p_subject_id: other });
    await push(db.asUser(one), [report('profile', other, { reason: 'hate' })]);
    expect(await reportsOf(one)).toMatchObject([{ reason: 'hate', settled_at: null }]);
  });

  it('is accepted about a deleted subject, also after a block, because it may have been queued offline', async () => {
    const track = await createTrack(db, other);
    await push(db.asUser(other), [action('track.delete', { track_id: track })]);
    await push(db.asUser(one), [action('connection.block', { partner_id: other })]);
    expect(await resultOf(db.asUser(one), report('track', track))).toEqual({ success: true });
    expect(await resultOf(db.asUser(one), report('profile', other))).toEqual({ success: true });
  });

  it('is refused about oneself, about a missing subject, and about a message to somebody else', async () => {
    const me = db.asUser(one);
    const ownMessage = randomUUID();
    await push(me, [message(other, 'Hello', { id: ownMessage })]);
    await expectRefused(db, me, report('profile', one), 'own_subject', 'You cannot report yourself.');
    await expectRefused(db, me, report('track', await createTrack(db, one)), 'own_subject');
    const missingText = 'What you reported is no longer there.';
    await expectRefused(db, me, report('track', randomUUID()), 'subject_missing', missingText);
    await expectRefused(db, me, report('message', ownMessage), 'subject_missing', missingText);
    await expectRefused(
      db,
      db.asUser(await db.createUser()),
      report('message', ownMessage),
      'subject_missing',
      missingText,
    );
    expect(await reportsOf(one)).toEqual([]);
  });

  it('is refused without a known reason, with more than 500 characters, and about an unknown kind of subject', async () => {
    const me = db.asUser(one);
    await expectRefused(db, me, report('profile', other, { reason: 'dull' }), 'invalid_payload');
    await expectRefused(db, me, report('store_item', other), 'invalid_payload');
    await expectRefused(db, me, report('profile', other, { details: null }), 'invalid_payload');
    await expectRefused(
      db,
      me,
      report('profile', other, { details: '😀'.repeat(501) }),
      'details_too_long',
      'Details must be 500 characters or less.',
    );
    expect(await resultOf(me, report('profile', other, { details: '😀'.repeat(500) }))).toEqual({ success: true });
  });

  it('is refused after fifty in a day, and the refusal is logged', async () => {
    await db.sql`insert into public.reports (reporter_id, subject, subject_id, person_id, reason, excerpt)
                 select ${one}, 'message', gen_random_uuid(), ${other}, 'spam', '' from generate_series(1, 50)`;
    await expectRefused(
      db,
      db.asUser(one),
      report('profile', other),
      'too_fast',
      'You have sent many reports today. Please try again tomorrow.',
    );
    const logged = await db.sql`select event_data from public.security_events
                               where user_id = ${one} and event_type = 'refused_too_fast'`;
    expect([...logged]).toEqual([{ event_data: { kind: 'report.send' } }]);
  });

  it('is readable by neither its writer, its subject nor guests, and stays in the queue when its writer leaves', async () => {
    await push(db.asUser(one), [report('profile', other)]);
    for (const actor of [db.asUser(one), db.asUser(other), db.asAnon()]) {
      for (const name of ['reports', 'report_queue'])
        expect((await refusal(actor.run((tx) => tx`select * from public.${tx(name)}`))).code).toBe('42501');
    }
    await db.sql`delete from auth.users where id = ${one}`;
    expect(await queueOf(other)).toMatchObject([{ reporter_id: null, reporter_name: null, reason: 'harassment' }]);
  });
});

describe('report_queue', () => {
  it('shows the operator the open reports by person, their number, and the actions taken', async () => {
    const track = await createTrack(db, other);
    await push(db.asUser(one), [report('track', track, { reason: 'hate' }), report('profile', other)]);
    const [third] = await createFriends(db);
    await push(db.asUser(third), [report('track', track, { reason: 'hate' })]);
    await db.asService().rpc('set_track_hidden', { p_track_id: track, p_is_hidden: true });
    await db.asService().rpc('set_account_silenced', { p_account_id: other, p_is_silenced: true });
    const about = { person_id: other, artist_name: 'Otis', reports_of_person: '3', is_silenced: true };
    const open = await queueOf(other);
    expect(open).toMatchObject([
      { ...about, subject: 'profile', reports_of_subject: '1', is_hidden: false, reporter_id: one },
      { ...about, subject: 'track', reports_of_subject: '2', is_hidden: true, excerpt: 'Night Bus' },
      { ...about, subject: 'track', reports_of_subject: '2', is_hidden: true, excerpt: 'Night Bus' },
    ]);
    expect(await db.asService().rpc('settle_reports', { p_subject_id: track })).toBe(2);
    expect(await db.asService().rpc('settle_reports', { p_subject_id: track })).toBe(0);
    expect(await queueOf(other)).toMatchObject([{ subject: 'profile', reports_of_person: '1' }]);
  });
});
