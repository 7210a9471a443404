create table public.tracks (
  id uuid primary key,
  user_id uuid not null references public.user_profiles (id),
  title text not null,
  artist_name text not null,
  genre text not null references public.genres (name) on update cascade,
  -- Path in the bucket, or a full https address.
  audio_url text not null,
  cover_url text,
  -- Both measured by the server from the file (S-15), never taken from the client.
  duration_ms integer not null,
  audio_bytes bigint not null,
  radio_opt_in boolean not null default false,
  rights_confirmed boolean not null,
  is_public boolean not null default true,
  sponsored boolean not null default false,
  sponsored_at timestamptz,
  play_count integer not null default 0,
  total_votes integer not null default 0,
  average_vote_rating numeric(3, 2) not null default 0,
  created_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint tracks_one_row_an_audio_file unique (audio_url),
  constraint tracks_title_length check (char_length(title) between 1 and 100),
  constraint tracks_artist_name_length check (char_length(artist_name) between 1 and 50),
  constraint tracks_duration_is_known check (duration_ms > 0),
  constraint tracks_rights_are_confirmed check (rights_confirmed),
  constraint tracks_sponsored_has_a_time check (sponsored = (sponsored_at is not null)),
  constraint tracks_counts_are_not_negative check (audio_bytes >= 0 and play_count >= 0 and total_votes >= 0)
);
create index tracks_sync on public.tracks (row_xid, id);
create index tracks_owner on public.tracks (user_id, created_at desc);
create index tracks_genre on public.tracks (genre);
-- The order of Explore; first_screen reads its first rows and nothing else.
create index tracks_explore on public.tracks (average_vote_rating desc, created_at desc, id)
  where is_public and not sponsored and deleted_at is null;
create trigger tracks_stamp before insert or update on public.tracks
  for each row execute function private.stamp_sync_row();
create trigger tracks_soft_delete before delete on public.tracks
  for each row execute function private.soft_delete_row();

alter table public.tracks enable row level security;
create policy tracks_select_visible on public.tracks for select to anon, authenticated
  using (
    deleted_at is null
    and ((is_public and (select private.may_browse())) or user_id = (select auth.uid()))
  );
revoke all on table public.tracks from public, anon, authenticated;
grant select on table public.tracks to anon, authenticated;
grant select, insert, update, delete on table public.tracks to service_role;

-- What the storage service found in an uploaded file's bytes.
create table private.file_facts (
  bucket_id text not null,
  name text not null,
  mime text,
  bytes bigint not null,
  duration_ms integer,
  -- 'mpeg', 'png', 'jpeg', 'webp', 'gif', or 'unknown'
  kind text not null,
  checked_at timestamptz not null,
  primary key (bucket_id, name)
);
alter table private.file_facts enable row level security;
revoke all on table private.file_facts from public, anon, authenticated;

create function public.record_file_facts(
  p_bucket text, p_name text, p_kind text, p_mime text, p_bytes bigint, p_duration_ms integer
) returns void
language sql security definer set search_path = ''
as $$
  insert into private.file_facts (bucket_id, name, mime, bytes, duration_ms, kind, checked_at)
    values (p_bucket, p_name, p_mime, p_bytes, p_duration_ms, p_kind, private.now())
  on conflict (bucket_id, name) do update
    set mime = excluded.mime, bytes = excluded.bytes, duration_ms = excluded.duration_ms,
      kind = excluded.kind, checked_at = excluded.checked_at;
$$;
revoke all on function public.record_file_facts(text, text, text, text, bigint, integer) from public, anon, authenticated;
grant execute on function public.record_file_facts(text, text, text, text, bigint, integer) to service_role;

-- An account that goes leaves tombstones of what others saw, empty of what it said (S-6).
create function private.farewell_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.tracks t
    set deleted_at = private.now(), is_public = false
    where t.user_id = old.id and t.deleted_at is null;
  update public.user_profiles p
    set deleted_at = private.now(), privacy_setting = 'private', artist_name = null, bio = null, avatar_url = null,
      instagram_url = null, tiktok_url = null, youtube_url = null, twitter_url = null, website_url = null, tip_link = null
    where p.id = old.id;
  return old;
end;
$$;
create trigger farewell_user after delete on auth.users
  for each row execute function private.farewell_user();
