import { type Amounts, OWN_CONNECTIONS, type Step } from './seed.ts';

/** User 1 is the listener whose calls are measured. */
export function peopleSteps(amount: Amounts): Step[] {
  const own = Math.min(OWN_CONNECTIONS, amount.users - 1);
  return [
    [
      'users',
      `insert into auth.users (id, email, email_confirmed_at, created_at)
       select bench.id('user', i), 'person' || i || '@example.com', bench.moment(0), bench.moment(0) from generate_series(1, ${amount.users}) i`,
    ],
    [
      'profiles',
      `insert into public.user_profiles (id, artist_name, bio, avatar_url, privacy_setting, instagram_url, tip_link,
         created_at, updated_at, row_xid, rev)
       select bench.id('user', i), 'Person ' || i, repeat('Makes music at night. ', 1 + i % 6),
         bench.id('user', i) || '/avatar.webp',
         case when i % 100 < 90 or i = 1 then 'public' when i % 100 < 97 then 'friends_only' else 'private' end,
         case when i % 3 = 0 then 'https://instagram.com/person' || i end,
         case when i % 5 = 0 then 'https://cash.app/person' || i end,
         bench.moment(0), x.at, bench.xid(x.at), 2
       from generate_series(1, ${amount.users}) i, lateral (select bench.moment(random() + 0 * i) as at) x`,
    ],
    [
      'tracks',
      `insert into public.tracks (id, user_id, title, artist_name, genre, audio_url, cover_url, duration_ms, audio_bytes,
         rights_confirmed, radio_opt_in, is_public, sponsored, sponsored_at, created_at, deleted_at, row_xid)
       select bench.id('track', i), bench.id('user', x.owner), 'Night Bus No. ' || i, 'Person ' || x.owner, g.name,
         bench.id('user', x.owner) || '/' || bench.id('track', i) || '.mp3',
         bench.id('user', x.owner) || '/' || bench.id('cover', i) || '.webp',
         120000 + x.length, (120000 + x.length) * 16, true, i % 4 = 0,
         i % 33 <> 0 and i % 50 <> 0, i % 200 = 1, case when i % 200 = 1 then x.at end, x.at,
         case when i % 50 = 0 then x.at + interval '1 hour' end, bench.xid(x.at)
       from generate_series(1, ${amount.tracks}) i,
         lateral (select 2 + floor(random() * ${amount.users} / 4)::integer + 0 * i as owner,
           floor(random() * 180000)::integer as length, bench.moment(random() * random()) as at) x
       join public.genres g on true
       where g.position = (select min(position) from public.genres) + i % 20`,
    ],
    [
      'connections',
      `insert into public.connections (id, user_id, connection_id, status, created_at, updated_at, row_xid)
       select distinct on (least(c.a, c.b), greatest(c.a, c.b)) bench.id('connection', c.i),
         bench.id('user', c.a), bench.id('user', c.b),
         case when c.i <= ${own} or c.i % 20 < 17 then 'accepted' when c.i % 20 < 19 then 'pending' else 'declined' end,
         c.at, c.at, bench.xid(c.at)
       from (
         select i, case when i <= ${own} then 1 else 2 + floor(random() * (${amount.users} - 1))::integer end as a,
           case when i <= ${own} then i + 1 else 2 + floor(random() * random() * (${amount.users} - 1))::integer end as b,
           bench.moment(random()) as at
         from generate_series(1, ${amount.connections}) i
       ) c
       where c.a <> c.b
       order by least(c.a, c.b), greatest(c.a, c.b), c.i`,
    ],
    [
      'messages',
      `insert into public.messages (id, sender_id, receiver_id, content, is_read, created_at, row_xid)
       select bench.id('message', m.i), m.sender, m.receiver, repeat('See you at the show tonight. ', 1 + (m.i % 5)::integer),
         m.at < now() - interval '2 days', m.at, bench.xid(m.at)
       from (
         select i, bench.id('user', 1 + i % 2) as sender, bench.id('user', 2 - i % 2) as receiver,
           bench.moment(i::double precision / ${amount.ownMessages + 1}) as at
         from generate_series(1, ${amount.ownMessages}) i
         union all
         select ${amount.ownMessages} + row_number() over () as i, x.sender, x.receiver, bench.moment(random())
         from (
           select case when n % 2 = 0 then c.user_id else c.connection_id end as sender,
             case when n % 2 = 0 then c.connection_id else c.user_id end as receiver
           from public.connections c, generate_series(1, 10) n
           where c.status = 'accepted' and not (c.user_id = bench.id('user', 1) and c.connection_id = bench.id('user', 2))
           order by md5(c.id::text || n)
           limit ${amount.messages - amount.ownMessages}
         ) x
       ) m`,
    ],
    [
      'shares',
      `insert into public.shared_tracks (id, user_id, track_id, is_shared, created_at, row_xid)
       select bench.id('share', i), bench.id('user', 1 + i % ${amount.users}),
         bench.id('track', 1 + (i * 7919) % ${amount.tracks}), i % 10 <> 0, x.at, bench.xid(x.at)
       from generate_series(1, ${amount.shares}) i, lateral (select bench.moment(random() + 0 * i) as at) x`,
    ],
  ];
}
