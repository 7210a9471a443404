-- Spending has its price in the same table as earning (S-7), so a value may now be below zero; of what the price stands
-- elsewhere (an item of the store, a drawn prize) it is null.
alter table public.zap_rules
  drop constraint zap_rules_value_not_negative,
  alter column zap_value drop not null,
  -- Level that opens the action (S-14).
  add column min_level integer not null default 1,
  -- What a listening streak of so many days adds.
  add column streak_bonus integer not null default 0,
  add column streak_bonus_days integer,
  add constraint zap_rules_level_from_one check (min_level >= 1),
  add constraint zap_rules_bonus_has_its_days
    check (streak_bonus >= 0 and (streak_bonus = 0 or streak_bonus_days > 0)),
  add constraint zap_rules_only_earnings_are_recordable check (not is_recordable or zap_value >= 0);

insert into public.zap_rules (action_type, zap_value, daily_cap, is_recordable, min_level) values
  ('vote', -5, null, false, 3),
  ('share', -3, null, false, 3),
  ('sponsor', -20, null, false, 3),
  ('store_purchase', null, null, false, 1),
  ('mystery_prize', null, null, false, 1);

update public.zap_rules r set streak_bonus = 1, streak_bonus_days = 30 where r.action_type = 'daily_gift';
