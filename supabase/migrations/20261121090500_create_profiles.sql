-- `id` is the user's. No foreign key to auth.users: the tombstone outlives the account, or other replicas would keep the row.
create table public.user_profiles (
  id uuid primary key,
  artist_name text,
  bio text,
  avatar_url text,
  privacy_setting text not null default 'public',
  instagram_url text,
  tiktok_url text,
  youtube_url text,
  twitter_url text,
  website_url text,
  tip_link text,
  created_at timestamptz not null default private.now(),
  updated_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint user_profiles_privacy_is_known check (privacy_setting in ('public', 'friends_only', 'private')),
  constraint user_profiles_artist_name_length check (char_length(artist_name) between 1 and 50),
  constraint user_profiles_bio_length check (char_length(bio) <= 500)
);
create index user_profiles_sync on public.user_profiles (row_xid, id);
create trigger user_profiles_stamp before insert or update on public.user_profiles
  for each row execute function private.stamp_sync_row();
create trigger user_profiles_soft_delete before delete on public.user_profiles
  for each row execute function private.soft_delete_row();

-- One row a user, found by its key: an index on row_xid would only make every credit of a ZAP dearer.
create table public.user_balances (
  user_id uuid primary key references auth.users (id) on delete cascade,
  zaps integer not null default 0,
  total_zaps_earned integer not null default 0,
  total_listen_ms bigint not null default 0,
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint user_balances_never_overdrawn check (zaps >= 0),
  constraint user_balances_earned_only_grows check (total_zaps_earned >= 0 and total_listen_ms >= 0)
);
create trigger user_balances_stamp before insert or update on public.user_balances
  for each row execute function private.stamp_sync_row();

create table public.user_stats (
  user_id uuid primary key references auth.users (id) on delete cascade,
  fan_level integer not null default 1,
  current_streak integer not null default 0,
  longest_streak integer not null default 0,
  -- UTC day of the latest counted play.
  last_active_on date,
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint user_stats_longest_is_longest check (longest_streak >= current_streak and current_streak >= 0),
  constraint user_stats_fan_level_from_one check (fan_level >= 1)
);
create trigger user_stats_stamp before insert or update on public.user_stats
  for each row execute function private.stamp_sync_row();

-- Who may look at a profile (S-23). Pull and row policies both ask here.
create function private.can_see_profile(p_owner uuid, p_privacy text, p_viewer uuid) returns boolean
language sql stable
return p_privacy = 'public' or p_owner = p_viewer;

alter table public.user_profiles enable row level security;
alter table public.user_balances enable row level security;
alter table public.user_stats enable row level security;

create policy user_profiles_select_visible on public.user_profiles for select to anon, authenticated
  using (
    deleted_at is null
    and (select private.may_browse())
    and private.can_see_profile(id, privacy_setting, (select auth.uid()))
  );
create policy user_balances_select_own on public.user_balances for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
create policy user_stats_select_own on public.user_stats for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));

revoke all on table public.user_profiles, public.user_balances, public.user_stats from public, anon, authenticated;
grant select on table public.user_profiles to anon, authenticated;
grant select on table public.user_balances, public.user_stats to authenticated;
grant select, insert, update, delete on table public.user_profiles, public.user_balances, public.user_stats to service_role;

-- The rows every user has. The name comes from the part of the e-mail before the @.
create function private.ensure_user(p_user uuid) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_name text;
begin
  if not exists (select 1 from public.user_profiles p where p.id = p_user) then
    select nullif(btrim(left(btrim(split_part(u.email, '@', 1)), 50)), '') into v_name from auth.users u where u.id = p_user;
    if v_name is null or private.has_restricted_words(v_name) then
      v_name := 'New User';
    end if;
    insert into public.user_profiles (id, artist_name, tip_link) values (p_user, v_name, null) on conflict do nothing;
  end if;
  insert into public.user_balances (user_id) values (p_user) on conflict do nothing;
  insert into public.user_stats (user_id) values (p_user) on conflict do nothing;
end;
$$;

create function private.welcome_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.ensure_user(new.id);
  return new;
end;
$$;
create trigger welcome_user after insert on auth.users
  for each row execute function private.welcome_user();
