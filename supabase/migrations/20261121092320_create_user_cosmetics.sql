-- What a person holds: one row a person and item, renewed when it is had again after it ran out.
create table public.user_cosmetics (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  item_id uuid not null references public.store_items (id),
  item_name text not null,
  category text not null,
  -- Null is for ever.
  expires_at timestamptz,
  created_at timestamptz not null default private.now(),
  deleted_at timestamptz,
  rev bigint not null default 1,
  row_xid xid8 not null default pg_current_xact_id(),
  constraint user_cosmetics_one_of_each unique (user_id, item_id),
  constraint user_cosmetics_category_is_known check (category in ('cosmetic', 'badge'))
);
create index user_cosmetics_sync on public.user_cosmetics (user_id, row_xid, id);
create index user_cosmetics_item on public.user_cosmetics (item_id);
create trigger user_cosmetics_stamp before insert or update on public.user_cosmetics
  for each row execute function private.stamp_sync_row();

alter table public.user_cosmetics enable row level security;
create policy user_cosmetics_select_own on public.user_cosmetics for select to authenticated
  using (deleted_at is null and user_id = (select auth.uid()));
revoke all on table public.user_cosmetics from public, anon, authenticated, service_role;
grant select on table public.user_cosmetics to authenticated;
grant select, insert, update, delete on table public.user_cosmetics to service_role;

create function private.user_cosmetic_json(r public.user_cosmetics) returns jsonb
language sql stable
return jsonb_build_object(
  'id', (r).id, 'rev', (r).rev, 'user_id', (r).user_id, 'item_id', (r).item_id, 'item_name', (r).item_name,
  'category', (r).category, 'expires_at', private.iso((r).expires_at), 'created_at', private.iso((r).created_at)
);

-- S-26: what others see of it travels with the profile. They judge expires_at themselves: nothing changes when it passes.
alter table public.user_profiles
  add column cosmetics jsonb not null default '[]',
  add constraint user_profiles_cosmetics_are_a_list check (jsonb_typeof(cosmetics) = 'array');

create or replace function private.profile_json(r public.user_profiles) returns jsonb
language sql stable
return jsonb_build_object(
  'id', (r).id, 'rev', (r).rev, 'artist_name', (r).artist_name, 'bio', (r).bio, 'avatar_url', (r).avatar_url,
  'privacy_setting', (r).privacy_setting, 'instagram_url', (r).instagram_url, 'tiktok_url', (r).tiktok_url,
  'youtube_url', (r).youtube_url, 'twitter_url', (r).twitter_url, 'website_url', (r).website_url,
  'tip_link', (r).tip_link, 'cosmetics', (r).cosmetics, 'created_at', private.iso((r).created_at),
  'updated_at', private.iso((r).updated_at)
);

create function private.show_cosmetics() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_user uuid := case when tg_op = 'DELETE' then old.user_id else new.user_id end;
  v_shown jsonb;
begin
  select coalesce(
      jsonb_agg(
        jsonb_build_object('item_name', c.item_name, 'expires_at', private.iso(c.expires_at)) order by c.item_name
      ),
      '[]'
    )
    into v_shown
    from public.user_cosmetics c
    where c.user_id = v_user and c.deleted_at is null and c.item_name in ('Glow Border', 'Supporter Badge')
      and (c.expires_at is null or c.expires_at > private.now());
  update public.user_profiles p set cosmetics = v_shown where p.id = v_user and p.cosmetics <> v_shown;
  return null;
end;
$$;
create trigger user_cosmetics_show after insert or update or delete on public.user_cosmetics
  for each row execute function private.show_cosmetics();

create function private.holds_item(p_user uuid, p_item_name text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select 1 from public.user_cosmetics c
    where c.user_id = p_user and c.item_name = p_item_name and c.deleted_at is null
      and (c.expires_at is null or c.expires_at > private.now())
  );
$$;

create function private.has_vault(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select private.holds_item(p_user, 'Vault Access Key');
$$;

-- Gives an item for p_days, or for ever when they are null, on top of what is left of it. Answers when it runs out.
create function private.give_cosmetic(p_user uuid, p_item public.store_items, p_days integer) returns timestamptz
language sql security definer set search_path = ''
as $$
  insert into public.user_cosmetics as c (user_id, item_id, item_name, category, expires_at, created_at)
    values (
      p_user, (p_item).id, (p_item).name, (p_item).category, private.now() + make_interval(days => p_days), private.now()
    )
  on conflict (user_id, item_id) do update
    set item_name = excluded.item_name,
      deleted_at = null,
      expires_at = case
        when c.deleted_at is not null then excluded.expires_at
        when c.expires_at is not null then greatest(c.expires_at, private.now()) + make_interval(days => p_days)
      end
  returning c.expires_at;
$$;

create function public.get_user_cosmetics() returns table (item_name text, expires_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select c.item_name, c.expires_at from public.user_cosmetics c
  where c.user_id = private.require_user() and c.deleted_at is null
    and (c.expires_at is null or c.expires_at > private.now())
  order by c.item_name;
$$;
revoke all on function public.get_user_cosmetics() from public, anon, authenticated;
grant execute on function public.get_user_cosmetics() to authenticated;
