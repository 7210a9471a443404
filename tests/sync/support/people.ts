import type { Row } from '../../../sync/core/ports.ts';
import type { PeopleSort } from '../../../sync/view-types.ts';
import { createViews } from '../../../sync/workspace/views.ts';
import { profileRow, trackRow } from './rows.ts';

export const day = (number: number) => `2027-01-${String(number).padStart(2, '0')}T00:00:00.000Z`;
export const profile = (id: string, change: Record<string, unknown> = {}): Row =>
  profileRow(id, { avatar_url: `${id}/face.jpg`, ...change });
export const track = (id: string, artist: string, plays = 0, change: Record<string, unknown> = {}): Row =>
  trackRow(id, { user_id: artist, title: id, artist_name: artist, play_count: plays, ...change });
export const share = (sharer: string, shared: string, at: string, change: Record<string, unknown> = {}): Row => ({
  id: `${sharer}-${shared}`,
  rev: 1,
  user_id: sharer,
  track_id: shared,
  is_shared: true,
  created_at: at,
  ...change,
});
export const put = (...rows: Row[]) => rows.map((row) => ({ id: row.id, row }));

export function openViews(userId: string | null = 'me') {
  const views = createViews({
    config: { supabaseUrl: 'https://backend.test', publishableKey: 'k' },
    userId,
    isKept: true,
    lastSyncedAt: null,
    now: () => Date.parse('2027-01-01T12:00:00Z'),
    onMissingTrack: () => undefined,
  });
  const shownIds = (search = '', sort: PeopleSort = 'most_active') =>
    views.people
      .of({ search, sort })
      .get()
      .creators.map((creator) => creator.profile.id);
  return { views, shownIds };
}
