import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { mp3 } from '../../../sync/media/sample-files.ts';
import type { TestStack } from '../../local/test-stack.ts';
import { httpCaller, type HttpCaller } from '../http-caller.ts';
import { people, type Person, type Role } from './cells.ts';
import { newRows, type Row } from './new-rows.ts';
import { releasePlace } from './values.ts';

export interface Scene {
  readonly callers: Readonly<Record<Role, HttpCaller>>;
  readonly ids: Readonly<Record<Person | 'newcomer', string>>;
  readonly trackIds: Readonly<Record<'owner' | 'other', string>>;
  readonly messageId: string;
  /**
   * Keys ('tracks {id}') of rows that everybody with beta access may see. Live rows of public tables without owners
   * are visible too, e.g. genres.
   */
  readonly open: ReadonlySet<string>;
  /** Keys of rows that the owner's connections see too. */
  readonly friendly: ReadonlySet<string>;
  newRow(table: string, as: Person): Row;
}

/** Conditions of the rows to update and delete. A table without one uses the owner's row. */
export const targets: Readonly<Record<string, string>> = {
  abuse_overview: 'true',
  beta_attempts: 'true',
  beta_sessions: 'true',
  connections: `status = 'pending'`,
  genres: `name = 'Techno'`,
  messages: `content = 'To connected'`,
  mystery_prizes: 'position = 1',
  report_queue: 'true',
  store_items: `name = 'Track Highlight'`,
  sync_meta: 'true',
  tracks: `title = 'Public of owner'`,
  zap_rules: `action_type = 'comment'`,
};

/** No person may change these rows, although people may change other rows of these tables. */
export const closed: Readonly<Record<string, readonly string[]>> = {
  connections: [`status = 'accepted' and deleted_at is null`, `status = 'declined'`, 'deleted_at is not null'],
  // S-6: messages to a deleted account stay unchanged.
  messages: [`content = 'To former'`],
  tracks: ['deleted_at is not null'],
  user_profiles: ['deleted_at is not null', `artist_name = 'Newcomer'`],
};

const privacy: ReadonlyMap<string, string> = new Map([
  ['owner', 'friends_only'],
  ['declined', 'private'],
  ['other', 'private'],
]);

export async function setScene(test: TestStack): Promise<Scene> {
  const { sql, stack } = test;
  const users = new Map<string, { id: string; token: string }>();
  for (const name of [...people, 'former']) users.set(name, await test.createUser());
  const idOf = (name: string) => users.get(name)?.id ?? '';
  const caller = (name: string) => httpCaller(stack, { name, ...users.get(name) });
  const newcomer = randomUUID();
  const open = new Set<string>([`user_profiles ${newcomer}`]);
  const friendly = new Set<string>([`user_profiles ${idOf('owner')}`]);

  for (const name of [...people, 'former']) {
    const id = idOf(name);
    await sql`update public.user_profiles
              set artist_name = ${name}, avatar_url = ${`${id}/avatar.png`},
                privacy_setting = ${privacy.get(name) ?? 'public'}
              where id = ${id}`;
    await sql`insert into public.zap_actions (user_id, action_type, zap_value, credited_on)
              values (${id}, 'zap', 200, '2026-01-05'), (${id}, 'profile_creation', 2, '2026-01-05')`;
    await sql`insert into public.action_log (user_id, action_id, kind, req_hash, status, result)
              values (${id}, ${randomUUID()}, 'play.record', '\\x00', 'applied', '{}')`;
    await sql`insert into public.user_cosmetics (user_id, item_id, item_name, category)
              values (${id}, '00000000-0000-4000-b000-000000000003', 'Vault Access Key', 'cosmetic')`;
    await sql`insert into public.security_events (user_id, event_type, severity, event_data, source)
              values (${id}, 'refused_too_fast', 'warning', '{}', 'server')`;
    if (!privacy.has(name) && name !== 'former') open.add(`user_profiles ${id}`);
  }
  await sql`insert into public.user_profiles (id, artist_name, avatar_url)
            values (${newcomer}, 'Newcomer', 'https://example.com/a.png')`;
  for (const name of [...people, 'former'])
    await sql`insert into public.reports (reporter_id, subject, subject_id, person_id, reason, excerpt)
              values (${idOf(name)}, 'profile', ${newcomer}, ${newcomer}, 'spam', 'Newcomer')`;
  await sql`insert into public.genres (id, name, position, deleted_at) values (${randomUUID()}, 'Polka', 99, now())`;
  await sql`insert into public.store_items (name, description, icon, category, zap_cost, deleted_at)
            values ('Old Hat', 'Gone.', 'hat', 'badge', 5, now())`;

  const track = async (name: string, isPublic: boolean) => {
    const id = randomUUID();
    await sql`insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, duration_ms, audio_bytes,
                                         rights_confirmed, is_public)
              values (${id}, ${idOf(name)}, ${`${isPublic ? 'Public' : 'Private'} of ${name}`}, ${name}, 'House',
                      ${`${idOf(name)}/${id}.mp3`}, 180000, 2880000, true, ${isPublic})`;
    if (isPublic && name !== 'former') open.add(`tracks ${id}`);
    return id;
  };
  const [ofOwner, ofOther] = [await track('owner', true), await track('other', true)];
  const [privateOfOwner, privateOfOther] = [await track('owner', false), await track('other', false)];
  const ofFormer = await track('former', true);

  const share = async (name: string, trackId: string, isShared = true) => {
    const id = randomUUID();
    await sql`insert into public.shared_tracks (id, user_id, track_id, is_shared)
              values (${id}, ${idOf(name)}, ${trackId}, ${isShared})`;
    return `shared_tracks ${id}`;
  };
  friendly.add(await share('owner', ofOther));
  await share('owner', privateOfOther);
  await share('owner', ofFormer);
  await share('other', ofOwner);
  await share('connected', privateOfOwner);
  await share('connected', ofOther, false);
  open.add(await share('connected', ofOwner));
  for (const name of [...people, 'former']) {
    const trackId = name === 'owner' ? ofOther : ofOwner;
    await sql`insert into public.track_plays (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play)
              values (${idOf(name)}, ${trackId}, '2026-01-05', '2026-01-05', 30000, true, false)`;
    // A playlist with the id of its track, which need not be known elsewhere.
    const playlistId = name === 'owner' ? ofOwner : randomUUID();
    await sql`insert into public.playlists (id, user_id, title) values (${playlistId}, ${idOf(name)}, 'Night')`;
    await sql`insert into public.playlist_tracks (id, playlist_id, user_id, track_id, position)
              values (${randomUUID()}, ${playlistId}, ${idOf(name)}, ${trackId}, 'a0')`;
    await sql`insert into public.playlist_likes (user_id, playlist_id) values (${idOf(name)}, ${randomUUID()})`;
    // A release with the id of its track, for the same reason.
    await sql`insert into public.releases (id, user_id, title, artist_name, places)
              values (${playlistId}, ${idOf(name)}, 'Tides', 'Somebody', array[${releasePlace}::uuid])`;
    await sql`insert into public.favourites (user_id, track_id) values (${idOf(name)}, ${trackId})`;
    await sql`insert into public.track_votes (user_id, track_id, vote_weight, editable_until)
              values (${idOf(name)}, ${trackId}, 4, '2026-01-06')`;
  }

  for (const [from, to, status] of [
    ['connected', 'owner', 'accepted'],
    ['pending', 'owner', 'pending'],
    ['declined', 'owner', 'declined'],
    ['former', 'owner', 'accepted'],
    ['other', 'declined', 'accepted'],
  ] as const) {
    await sql`insert into public.connections (user_id, connection_id, status) values (${idOf(from)}, ${idOf(to)}, ${status})`;
  }
  for (const [from, to] of [
    ['owner', 'declined'],
    ['connected', 'declined'],
    ['pending', 'declined'],
    ['declined', 'other'],
    ['other', 'declined'],
  ] as const)
    await sql`insert into public.blocks (user_id, blocked_id) values (${idOf(from)}, ${idOf(to)})`;
  for (const [from, to] of [
    ['owner', 'connected'],
    ['connected', 'owner'],
    ['former', 'owner'],
    ['owner', 'former'],
    ['other', 'declined'],
    ['pending', 'other'],
  ] as const) {
    await sql`insert into public.messages (sender_id, receiver_id, content)
              values (${idOf(from)}, ${idOf(to)}, ${`To ${to}`})`;
  }

  const [message] = await sql<{ id: string }[]>`select id from public.messages where content = 'To former'`;
  const service = httpCaller(stack, { name: 'service', apiKey: stack.keys.serviceRoleKey });
  const deletion = await caller('former').send('POST', '/rest/v1/rpc/delete_my_profile', {});
  if (deletion.status !== 200) throw new Error('the former account was not deleted');
  for (const name of people) {
    await stack.storage.putObject({
      bucket: 'tracks',
      name: `${idOf(name)}/new.mp3`,
      bytes: mp3({ frames: 100 }),
      ownerId: idOf(name),
    });
  }
  const ids = {
    owner: idOf('owner'),
    connected: idOf('connected'),
    pending: idOf('pending'),
    declined: idOf('declined'),
    other: idOf('other'),
    newcomer,
  };
  return {
    callers: {
      anonymous: httpCaller(stack, { name: 'anonymous' }),
      guest: httpCaller(stack, { name: 'guest', betaToken: await openBetaSession(stack.url) }),
      owner: caller('owner'),
      connected: caller('connected'),
      pending: caller('pending'),
      declined: caller('declined'),
      other: caller('other'),
      former: caller('former'),
      service,
    },
    ids,
    trackIds: { owner: ofOwner, other: ofOther },
    messageId: message?.id ?? '',
    open,
    friendly,
    newRow: (table, as) => newRows(ids, ofOwner, ofOther)[table]?.(as) ?? {},
  };
}

async function openBetaSession(url: string): Promise<string> {
  const response = await fetch(`${url}/functions/v1/validate-beta-passcode`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ passcode: 'underground' }),
  });
  return z.object({ session_token: z.string() }).parse(await response.json()).session_token;
}
