import { createOther } from './people.ts';
import { test as base } from './fixtures.ts';

interface Sharer {
  id: string;
  tracks: { id: string; title: string }[];
}

export const test = base.extend<{ sharer: Sharer }>({
  sharer: async ({ backend }, use) => {
    const { sql } = backend;
    const id = await createOther(backend, 'Ada Quill');
    const tracks = await sql<Sharer['tracks']>`
      select id, title from public.tracks where is_public and not sponsored and deleted_at is null
      order by average_vote_rating desc, created_at desc, id limit 9`;
    for (const track of tracks)
      await sql`insert into public.shared_tracks (user_id, track_id) values (${id}, ${track.id})`;
    await use({ id, tracks: [...tracks] });
    // Other tests see the same community, so end these shares.
    await sql`update public.shared_tracks set is_shared = false where user_id = ${id}`;
  },
});
