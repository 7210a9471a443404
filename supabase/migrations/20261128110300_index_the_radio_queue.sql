-- The queue is read before each song and by each station (S-19); without sponsorships it is the newest of the tracks that opted in.
create index tracks_radio on public.tracks (sponsored, created_at desc, id desc)
  where radio_opt_in and is_public and deleted_at is null;
