import type postgres from 'postgres';

export interface SeededConversation {
  readonly me: string;
  readonly partner: string;
  /** The partner's name. */
  readonly name: string;
  /** Text of the last message. */
  readonly last: string;
}

const CONNECTIONS = 200;
const CONVERSATIONS = 500;
const MESSAGES = 10_000;
const NAME = 'Person 1';

export async function seedMessages(sql: postgres.Sql, me: string): Promise<SeededConversation> {
  await sql`
    insert into auth.users (id, email, email_confirmed_at)
    select gen_random_uuid(), 'partner' || n || '@example.com', now() from generate_series(1, ${CONVERSATIONS}::int) n`;
  const people = await sql<{ id: string; n: number }[]>`
    update public.user_profiles p
    set artist_name = 'Person ' || substring(u.email from '[0-9]+'), avatar_url = p.id || '/avatar.webp'
    from auth.users u where u.id = p.id and u.email like 'partner%@example.com'
    returning p.id, substring(u.email from '[0-9]+')::int as n`;
  const ids = people.toSorted((a, b) => a.n - b.n).map(({ id }) => id);
  const [partner] = ids;
  if (partner === undefined) throw new Error('No partners were created');
  await sql`
    insert into public.connections (user_id, connection_id, status)
    select id, ${me}, 'accepted' from unnest(${ids.slice(0, CONNECTIONS)}::uuid[]) id`;
  await sql`
    insert into public.messages (sender_id, receiver_id, content, created_at, is_read)
    select id, ${me}, 'Words of ' || place, now() - interval '30 days' - place * interval '1 minute', place % 7 > 0
    from unnest(${ids.slice(1)}::uuid[]) with ordinality as each (id, place)`;
  await sql`
    insert into public.messages (sender_id, receiver_id, content, created_at, is_read)
    select case when n % 3 = 0 then ${me}::uuid else ${partner}::uuid end, case when n % 3 = 0 then ${partner}::uuid else ${me}::uuid end,
      'Message ' || n || repeat(' and some more words', n % 5), now() - (${MESSAGES + 1}::int - n) * interval '1 minute', true
    from generate_series(1, ${MESSAGES}::int) n`;
  await sql`analyze`;
  return { me, partner, name: NAME, last: `Message ${MESSAGES}` };
}
