import type { PeopleSort } from '../../../sync/client.ts';

export const communityTexts = {
  title: 'Meet the Creators',
  search: 'Search artists by name...',
  sort: 'Sort',
  sorts: {
    most_active: 'Most Active',
    most_plays: 'Most Plays',
    newest: 'Newest',
    track_count: 'Most Tracks',
  } satisfies Record<PeopleSort, string>,
  creators: 'Artists',
  end: "You've reached the end of the community!",
  none: 'No artists found',
  failed: 'Failed to load community',
  failedUsers: 'Failed to load community users',
} as const;
