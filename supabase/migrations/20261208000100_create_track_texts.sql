-- What the artist writes about a track (S-57), and its lyrics. In a table of its own: a pull copies whole rows of tracks, and a request may ask for
-- thousands of them. Whoever may see the track may read its texts, through public.get_track_texts.
create table private.track_texts (
  track_id uuid primary key references public.tracks (id) on delete cascade,
  -- The artist. No foreign key: REST would take the table as one more relation between tracks and profiles, and refuse to embed one in the other.
  user_id uuid not null,
  description text not null default '',
  lyrics text not null default '',
  constraint track_texts_description_is_bounded check (char_length(description) <= 1000),
  constraint track_texts_lyrics_are_bounded check (char_length(lyrics) <= 10000)
);
create index track_texts_of_person on private.track_texts (user_id);
alter table private.track_texts enable row level security;
create policy track_texts_all_nobody on private.track_texts for all to anon, authenticated
  using (false) with check (false);

-- Ten thousand characters of Japanese lyrics are 30 KB.
alter table private.action_kinds
  add column most_bytes integer not null default 16384,
  add constraint action_kinds_most_bytes_is_positive check (most_bytes > 0);
comment on column private.action_kinds.most_bytes is 'Size of the largest action of this kind that is accepted, as JSON text.';

-- What is wrong with the shape of an action, as { code, message }; null when nothing is.
create or replace function private.malformed_action(p_action jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
  v_kind private.action_kinds;
  v_what text;
begin
  select k.* into v_kind from private.action_kinds k where k.kind = p_action ->> 'kind' and k.is_queueable;
  v_what := case
    when octet_length(p_action::text) > coalesce(v_kind.most_bytes, 16384) then 'It is too large.'
    when jsonb_typeof(p_action -> 'kind') is distinct from 'string' then 'Its kind is missing.'
    when not exists (
      select from generate_series(1, coalesce(v_kind.v, 1)) n (v) where to_jsonb(n.v) = p_action -> 'v'
    ) then 'Its version is not known.'
    when jsonb_typeof(p_action -> 'payload') is distinct from 'object' then 'Its payload is missing.'
    when jsonb_typeof(p_action -> 'occurred_at') is distinct from 'string' then 'Its time is missing.'
    when private.parse_time(p_action ->> 'occurred_at') is null then 'Its time cannot be read.'
  end;
  if v_what is not null then
    return jsonb_build_object('code', 'invalid_action', 'message', 'This action cannot be understood. ' || v_what);
  end if;
  if v_kind.kind is null then
    return jsonb_build_object('code', 'unknown_kind', 'message', 'This kind of action is not known.');
  end if;
  if private.version_of(p_action) < v_kind.min_v then
    return jsonb_build_object(
      'code', 'old_version', 'message', 'An older version of the app wrote this. Reload the app, then try again.'
    );
  end if;
  return null;
end;
$$;

create function private.refuse_silenced(p_user uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_last private.silences;
begin
  if exists (select 1 from private.silenced_accounts s where s.user_id = p_user) then
    perform private.refuse('account_silenced', 'Your account was silenced by the operator. It cannot send anything to others.');
  end if;
  select s.* into v_last from private.silences s
    where s.user_id = p_user and s.ends_at > private.now()
    order by s.ends_at desc
    limit 1;
  if found then
    perform private.refuse(
      'account_silenced',
      format(
        'Your account was silenced by the operator until %s UTC. Reason: %s',
        to_char(v_last.ends_at at time zone 'UTC', 'FMDD FMMonth YYYY, HH24:MI'), v_last.reason
      )
    );
  end if;
end;
$$;

-- A trigger on the tables, so that no procedure bypasses it. Its argument is the column of the person who acts.
create or replace function private.require_voice() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform private.refuse_silenced((to_jsonb(new) ->> tg_argv[0])::uuid);
  return new;
end;
$$;

-- A text of several lines, without space around it.
create function private.clean_long_text(p_payload jsonb, p_key text, p_most integer, p_label text) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_text text := btrim(private.text_field(p_payload, p_key), E' \t\r\n');
begin
  if char_length(v_text) > p_most then
    perform private.refuse(p_key || '_too_long', format('%s must be %s characters or less.', p_label, to_char(p_most, 'FM999,999')));
  end if;
  perform private.check_words(v_text);
  return v_text;
end;
$$;

-- Null: the text stays as it is. The caller knows that the track is the person's own.
create function private.write_track_texts(p_user uuid, p_track uuid, p_description text, p_lyrics text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.track_texts as x (track_id, user_id, description, lyrics)
    values (p_track, p_user, coalesce(p_description, ''), coalesce(p_lyrics, ''))
    on conflict (track_id) do update
      set description = coalesce(p_description, x.description), lyrics = coalesce(p_lyrics, x.lyrics);
end;
$$;

-- Silenced people cannot change what others read.
create function private.handle_track_texts(p_user uuid, p_payload jsonb, p_occurred_at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
  v_track uuid := private.uuid_field(p_payload, 'track_id');
  v_description text;
  v_lyrics text;
begin
  if not (p_payload ?| array['description', 'lyrics']) then
    perform private.refuse('invalid_payload', 'There is nothing to change.');
  end if;
  if p_payload ? 'description' then
    v_description := private.clean_long_text(p_payload, 'description', 1000, 'The description of a track');
  end if;
  if p_payload ? 'lyrics' then
    v_lyrics := private.clean_long_text(p_payload, 'lyrics', 10000, 'Lyrics');
  end if;
  perform private.require_own_track(p_user, v_track);
  if exists (select from public.tracks t where t.id = v_track and t.is_public) then
    perform private.refuse_silenced(p_user);
  end if;
  perform private.write_track_texts(p_user, v_track, v_description, v_lyrics);
  return jsonb_build_object('success', true);
end;
$$;

insert into private.action_kinds (kind, handler, is_queueable, most_bytes) values ('track.texts', 'handle_track_texts', true, 65536);
