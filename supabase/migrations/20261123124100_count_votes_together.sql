-- A statement that casts many votes counts them all at once.
drop trigger track_votes_count on public.track_votes;
drop function private.count_vote();

-- Adds to the sums of the tracks what came, and takes off what went; a changed vote is both.
create function private.count_votes(p_tracks uuid[], p_votes integer[], p_weights integer[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.vote_totals (track_id, votes, weights)
    select u.track_id, 0, 0 from unnest(p_tracks) u (track_id)
    where not exists (select from private.vote_totals x where x.track_id = u.track_id)
    order by u.track_id
    on conflict do nothing;
  with changed as (
    update private.vote_totals x
      set votes = x.votes + u.votes, weights = x.weights + u.weights
      from unnest(p_tracks, p_votes, p_weights) u (track_id, votes, weights)
      where x.track_id = u.track_id
      returning x.track_id, x.votes, x.weights
  )
  update public.tracks t
    set total_votes = c.votes,
      average_vote_rating = case when c.votes = 0 then 0 else round(c.weights::numeric / c.votes, 2) end
    from changed c
    where t.id = c.track_id;
end;
$$;

create function private.count_changed_votes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_tracks uuid[];
  v_votes integer[];
  v_weights integer[];
begin
  -- Each branch names only what its event has.
  if tg_op = 'INSERT' then
    select array_agg(c.track_id), array_agg(c.votes), array_agg(c.weights) into v_tracks, v_votes, v_weights
      from (
        select a.track_id, count(*)::integer as votes, sum(a.vote_weight)::integer as weights
        from added a where a.deleted_at is null group by a.track_id
      ) c;
  elsif tg_op = 'DELETE' then
    select array_agg(c.track_id), array_agg(c.votes), array_agg(c.weights) into v_tracks, v_votes, v_weights
      from (
        select r.track_id, -count(*)::integer as votes, -sum(r.vote_weight)::integer as weights
        from removed r where r.deleted_at is null group by r.track_id
      ) c;
  else
    select array_agg(c.track_id), array_agg(c.votes), array_agg(c.weights) into v_tracks, v_votes, v_weights
      from (
        select b.track_id, sum(b.votes)::integer as votes, sum(b.weights)::integer as weights
        from (
          select a.track_id, 1 as votes, a.vote_weight as weights from added a where a.deleted_at is null
          union all
          select r.track_id, -1, -r.vote_weight from removed r where r.deleted_at is null
        ) b
        group by b.track_id
        having sum(b.votes) <> 0 or sum(b.weights) <> 0
      ) c;
  end if;
  if v_tracks is not null then
    perform private.count_votes(v_tracks, v_votes, v_weights);
  end if;
  return null;
end;
$$;
create trigger track_votes_count_new after insert on public.track_votes
  referencing new table as added
  for each statement execute function private.count_changed_votes();
create trigger track_votes_count_changed after update on public.track_votes
  referencing old table as removed new table as added
  for each statement execute function private.count_changed_votes();
create trigger track_votes_count_gone after delete on public.track_votes
  referencing old table as removed
  for each statement execute function private.count_changed_votes();
