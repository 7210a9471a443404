import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../tests/support/postgres.ts';
import { findAdvice, openDefiners } from './advisors.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await openTestDatabase();
});
afterAll(() => db.close());

describe("Supabase's database advisors", () => {
  it('find nothing', async () => {
    expect(await findAdvice(db.sql)).toEqual([]);
  });

  it('0028 and 0029: guests may call exactly these security definer functions, and users exactly these private ones', async () => {
    const forAnon = await openDefiners(db.sql, 'anon');
    const forUsers = await openDefiners(db.sql, 'authenticated');
    expect(forAnon).toEqual([
      'beta_session_lookup',
      'first_screen',
      'get_community_totals',
      'get_link_preview',
      'get_playlist',
      'get_playlists_of',
      'get_profile_visibility',
      'get_release',
      'get_releases_of',
      'get_track_texts',
      'get_zap_leaderboard',
      'private.are_connected',
      'private.can_see_share',
      'private.digest_topic',
      'private.may_browse',
      'sync_pull',
      'visit_rows',
      'was_session_ended',
    ]);
    // Row policies and column defaults call these private functions. The public ones are in exposed.txt.
    expect(forUsers.filter((name) => name.startsWith('private.'))).toEqual([
      'private.are_connected',
      'private.can_see_share',
      'private.digest_topic',
      'private.has_account',
      'private.may_add_file',
      'private.may_browse',
      'private.may_delete_file',
    ]);
  });
});
