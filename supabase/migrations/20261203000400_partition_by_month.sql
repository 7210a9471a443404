-- G-7: plays, the ledger and the log of actions are partitioned by month, so that a call reads its own month and an old month can be
-- detached or dropped as a whole. A default partition takes each row that no month takes, so that an insert never fails for lack of one.

-- Partitions are outside the schemas of the API, and nobody is granted anything there: clients read the tables, by their policies.
create schema partitions;

create table private.monthly_tables (
  name text primary key,
  -- The column that decides the month.
  key_column text not null,
  -- Whether that column is an id that begins with its time in ms (UUIDv7); otherwise it is a UTC day.
  is_by_id boolean not null
);
alter table private.monthly_tables enable row level security;
create policy monthly_tables_all_nobody on private.monthly_tables for all to anon, authenticated
  using (false) with check (false);

-- The least UUIDv7 of a time: its first 48 bits are the ms since 1970.
create function private.first_id_at(p_at timestamptz) returns uuid
language plpgsql immutable set search_path = ''
as $$
begin
  return (lpad(to_hex(floor(extract(epoch from p_at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
end;
$$;

-- A UUIDv7 of now. A random id would go to the default partition.
create function private.new_action_id() returns uuid
language plpgsql volatile set search_path = ''
as $$
begin
  return (
    left(private.first_id_at(private.now())::text, 14) || '7' || right(gen_random_uuid()::text, 21)
  )::uuid;
end;
$$;

-- The month that an id names; null unless it is a UUIDv7 of this century.
create function private.month_of_id(p_id uuid) returns date
language plpgsql immutable set search_path = ''
as $$
declare
  v_seconds double precision := ('x' || left(replace(p_id::text, '-', ''), 12))::bit(48)::bigint / 1000.0;
begin
  if substr(p_id::text, 15, 1) <> '7' or v_seconds not between 946684800 and 4102444799 then
    return null;
  end if;
  return date_trunc('month', to_timestamp(v_seconds) at time zone 'UTC')::date;
end;
$$;

-- The attached partitions of a table that are months, the oldest first.
create function private.months_of(p_table text) returns table (name text, month date)
language plpgsql stable security definer set search_path = ''
as $$
begin
  return query
    select c.relname::text, to_date(right(c.relname, 7), 'YYYY_MM')
    from pg_catalog.pg_inherits i
    join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = format('public.%I', p_table)::regclass and c.relname ~ '_\d{4}_\d\d$'
    order by 2;
end;
$$;

/*
 * Makes a table's partition of the month that begins on p_month; false if there is one, also a detached one. Rows of the month that are in
 * the default partition move. Rather than let everybody queue behind its own wait for a lock, it fails after 2 s, and may be called again.
 */
create function private.make_month(p_table text, p_month date) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
  v_month text := p_table || to_char(p_month, '_YYYY_MM');
  v_default text := p_table || '_default';
  v_next date := (p_month + interval '1 month')::date;
  v_table private.monthly_tables;
  v_from text := p_month;
  v_to text := v_next;
  v_is_of_month text;
  v_moves boolean := false;
begin
  if to_regclass(format('partitions.%I', v_month)) is not null then
    return false;
  end if;
  select m.* into strict v_table from private.monthly_tables m where m.name = p_table;
  if v_table.is_by_id then
    v_from := private.first_id_at(p_month::timestamp at time zone 'UTC');
    v_to := private.first_id_at(v_next::timestamp at time zone 'UTC');
  end if;
  v_is_of_month := format('d.%1$I >= %2$L and d.%1$I < %3$L', v_table.key_column, v_from, v_to);

  execute format('create table partitions.%I (like public.%I including defaults including constraints)', v_month, p_table);
  execute format('alter table partitions.%I enable row level security', v_month);
  if to_regclass(format('partitions.%I', v_default)) is not null then
    execute format('select exists (select from partitions.%I d where %s)', v_default, v_is_of_month) into v_moves;
  end if;
  if v_moves then
    -- A detached partition has none of the table's triggers, so that the rows stay as they are.
    execute format('alter table public.%I detach partition partitions.%I', p_table, v_default);
    execute format(
      'with moved as (delete from partitions.%I d where %s returning d.*) insert into partitions.%I select * from moved',
      v_default, v_is_of_month, v_month
    );
  end if;
  execute format('alter table public.%I attach partition partitions.%I for values from (%L) to (%L)', p_table, v_month, v_from, v_to);
  if v_moves then
    execute format('alter table public.%I attach partition partitions.%I default', p_table, v_default);
  end if;
  return true;
end;
$$;

-- Makes the partitions of this month and the next two. Called every hour, by pg_cron where there is one, else by the process that serves the
-- database. A table that is too busy at this moment waits for the next call.
create function private.make_months() returns void
language plpgsql security definer set search_path = ''
as $$
declare
  v_this date := date_trunc('month', private.utc_day(private.now()))::date;
  v_table text;
begin
  if not pg_try_advisory_xact_lock(hashtextextended('undercurrent:months', 0)) then
    return;
  end if;
  for v_table in select m.name from private.monthly_tables m order by m.name loop
    begin
      perform private.make_month(v_table, (v_this + make_interval(months => n))::date) from generate_series(0, 2) n;
    exception
      when lock_not_available or deadlock_detected or check_violation then
        raise log 'no month of % was made: % %', v_table, sqlstate, sqlerrm;
    end;
  end loop;
end;
$$;

/*
 * For the operator: detaches the months of plays and of the ledger before the p_keep_months that precede this one, or drops them. Answers
 * their names. A detached month is a table of its own in the schema partitions. Its rows are no longer shown, pulled or exported; the sums by
 * day stay. The log of actions has its own span (private.retentions).
 */
create function private.drop_old_months(p_keep_months integer, p_drops boolean default false) returns setof text
language plpgsql security definer set search_path = '' set lock_timeout = '5s'
as $$
declare
  v_first_kept date := (date_trunc('month', private.utc_day(private.now())) - make_interval(months => p_keep_months))::date;
  v_table text;
  v_name text;
begin
  -- An action may be credited to a day of last week (S-11), and must meet what that day already has.
  if (p_keep_months >= 1) is not true then
    raise exception 'At least the last month must be kept' using errcode = '22023';
  end if;
  for v_table in select m.name from private.monthly_tables m where not m.is_by_id order by m.name loop
    for v_name in select m.name from private.months_of(v_table) m where m.month < v_first_kept loop
      if p_drops then
        execute format('drop table partitions.%I', v_name);
      else
        execute format('alter table public.%I detach partition partitions.%I', v_table, v_name);
      end if;
      return next v_name;
    end loop;
  end loop;
end;
$$;

do $$
begin
  if exists (select 1 from pg_catalog.pg_extension e where e.extname = 'pg_cron') then
    execute $cron$select cron.schedule('make-months', '7 * * * *', 'select private.make_months()')$cron$;
  end if;
end;
$$;
