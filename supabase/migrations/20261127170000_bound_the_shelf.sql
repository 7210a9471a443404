-- G-1: a community with up to 12,000 tracks is on each device whole; of a larger one a device holds about 8 MB of tracks. `artists` counts
-- those of each of the community's four lists.
update private.shelf_sizes s set size = v.size
  from (values
    ('best_tracks', 12000), ('newest_tracks', 500), ('newest_shares', 60), ('newest_people', 1000), ('artists', 500)
  ) v (part, size)
  where v.part = s.part;
