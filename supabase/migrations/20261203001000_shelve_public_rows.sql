-- G-1: of the rows that everybody may see, a device holds those on the shelf and those that its person's own rows refer to (pins). A row that
-- leaves the shelf is reported by its id and rev: a device that has it may keep it, and gets its later content no more.

-- What `shelved` becomes when a row is created, shown, hidden or deleted. A row that others may see is shelved at once, because a new one is
-- among the newest; private.arrange_shelf takes off what is too much.
create function private.shelve(p_is_insert boolean, p_is_visible boolean) returns boolean
language sql immutable set search_path = ''
return case when p_is_visible then true when not p_is_insert then false end;

create function private.shelve_track() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.shelved := private.shelve(tg_op = 'INSERT', new.is_public and new.deleted_at is null);
  return new;
end;
$$;

create function private.shelve_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.shelved := private.shelve(tg_op = 'INSERT', new.privacy_setting <> 'private' and new.deleted_at is null);
  return new;
end;
$$;

create function private.shelve_share() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.shelved := private.shelve(tg_op = 'INSERT', new.is_shared and new.deleted_at is null);
  return new;
end;
$$;
