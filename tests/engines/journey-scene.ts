import assert from 'node:assert/strict';
import { establish, idOf } from '../e2e/people.ts';
import type { Journey } from './journey.ts';

export interface Artist {
  id: string;
  name: string;
  track: string;
  title: string;
}

export const OWN_NAME = 'Ines Calder';

export async function findArtist({ server }: Journey): Promise<Artist> {
  const [artist] = await server.sql()<Artist[]>`
    select p.id, p.artist_name as name, t.id as track, t.title
    from public.user_profiles p join public.tracks t on t.user_id = p.id
    where p.avatar_url is not null and p.artist_name <> ${OWN_NAME}
      and t.is_public and not t.sponsored and t.deleted_at is null order by p.id, t.id limit 1`;
  assert.ok(artist, 'the demo music has an artist');
  return artist;
}

export async function completeOwnProfile({ server, email }: Journey): Promise<string> {
  const stack = server.stack();
  const me = await idOf(stack, email);
  await establish(stack, me, OWN_NAME, 100);
  await stack.sql`
    insert into public.track_plays (user_id, track_id, played_on, heard_at, threshold_ms, is_manual, is_self_play)
    select ${me}, t.id, (private.now() at time zone 'utc')::date, private.now(), 30000, true, false
    from public.tracks t where t.is_public and t.deleted_at is null order by t.id limit 10
    on conflict do nothing`;
  return me;
}
