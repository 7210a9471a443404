import { describe, expect, it } from 'vitest';
import type { PendingAction } from '../action-types.ts';
import type { ActionKind, ActionPayload } from '../model/actions.ts';
import type { PlaylistTrackRow } from '../model/tables/playlist-tracks.ts';
import type { PlaylistRow } from '../model/tables/playlists.ts';
import { toLiked, toPlaylists } from './playlists.ts';

const at = '2027-01-01T00:00:00.000Z';
const createdAt = Date.parse('2027-02-01T00:00:00Z');
type Queued = Pick<PendingAction, 'kind' | 'payload' | 'createdAt' | 'state'>;
const queued = <K extends ActionKind>(kind: K, payload: ActionPayload<K>): Queued => ({
  kind,
  payload,
  createdAt,
  state: { kind: 'queued' },
});
/** An action that a newer version of the app queued, with another payload. */
const unknown = (kind: ActionKind, payload: Record<string, unknown>): Queued => ({
  kind,
  payload: { playlist_id: 'l', ...payload },
  createdAt,
  state: { kind: 'queued' },
});
const refused = (action: Queued): Queued => ({
  ...action,
  state: { kind: 'dead', error: { code: 'no', message: 'No.' } },
});

const row = (id: string, change: Partial<PlaylistRow> = {}): PlaylistRow => ({
  id,
  rev: 1,
  user_id: 'me',
  title: id,
  description: '',
  visibility: 'link',
  created_at: at,
  ...change,
});
const entryRow = (id: string, position: string, playlistId = 'l'): PlaylistTrackRow => ({
  id,
  rev: 1,
  playlist_id: playlistId,
  user_id: 'me',
  track_id: `track-${id}`,
  position,
  created_at: at,
});
const rows = [row('l', { description: 'Slow' })];
const entryRows = [entryRow('b', 'a2'), entryRow('a', 'a1')];
const stored = {
  id: 'l',
  title: 'l',
  description: 'Slow',
  visibility: 'link',
  createdAt: at,
  isPending: false,
  entries: [
    { id: 'a', trackId: 'track-a', position: 'a1', isPending: false },
    { id: 'b', trackId: 'track-b', position: 'a2', isPending: false },
  ],
};
const shown = (...pending: Queued[]) => [...toPlaylists(rows, entryRows, pending).values()];
const entriesAfter = (...pending: Queued[]) =>
  shown(...pending)[0]?.entries.map(({ id, isPending }) => (isPending ? `${id} waits` : id));
const place = (id: string, position: string) => ({ id, track_id: `track-${id}`, position });

describe('[SY-1] the playlists', () => {
  it('are those of the server, with their entries in order, without entries of other playlists', () => {
    expect([...toPlaylists(rows, [...entryRows, entryRow('x', 'a0', 'other')], [])]).toEqual([['l', stored]]);
  });

  it('are private if this version does not know their visibility', () => {
    const visibilities = ['private', 'link', 'public', 'friends'].map((visibility) => row(visibility, { visibility }));
    expect([...toPlaylists(visibilities, [], []).values()].map(({ visibility }) => visibility)).toEqual([
      'private',
      'link',
      'public',
      'private',
    ]);
  });

  it('include a new one at once, private unless its owner chose otherwise', () => {
    const made = { id: 'n', title: 'New', description: '', createdAt: '2027-02-01T00:00:00.000Z', isPending: true };
    expect(shown(queued('playlist.create', { playlist_id: 'n', title: 'New' }))).toEqual([
      stored,
      { ...made, visibility: 'private', entries: [] },
    ]);
    const open = queued('playlist.create', { playlist_id: 'n', title: 'New', visibility: 'public' });
    expect(shown(open, queued('playlist.add', { playlist_id: 'n', entries: [place('c', 'a1')] }))[1]).toEqual({
      ...made,
      visibility: 'public',
      entries: [{ id: 'c', trackId: 'track-c', position: 'a1', isPending: true }],
    });
  });

  it('stay those of the server once it has sent a new one', () => {
    expect(shown(queued('playlist.create', { playlist_id: 'l', title: 'New' }))).toEqual([stored]);
  });

  it('change only where an edit changes them', () => {
    const edit = (change: Omit<ActionPayload<'playlist.update'>, 'playlist_id'>) =>
      shown(queued('playlist.update', { playlist_id: 'l', ...change }))[0];
    expect(edit({ title: 'Other' })).toEqual({ ...stored, title: 'Other', isPending: true });
    expect(edit({ description: '' })).toEqual({ ...stored, description: '', isPending: true });
    expect(edit({ visibility: 'public' })).toEqual({ ...stored, visibility: 'public', isPending: true });
  });

  it('lose a deleted one, which comes back with its entries when it is restored', () => {
    const deletion = queued('playlist.delete', { playlist_id: 'l' });
    const restoration = queued('playlist.restore', { playlist_id: 'l' });
    expect(shown(deletion)).toEqual([]);
    expect(shown(deletion, restoration)).toEqual([{ ...stored, isPending: true }]);
    // A playlist that was not deleted, or whose rows are not here, stays as it is.
    expect(shown(restoration)).toEqual([stored]);
    expect(shown(queued('playlist.restore', { playlist_id: 'unknown' }))).toEqual([stored]);
    const edit = queued('playlist.update', { playlist_id: 'l', title: 'Other' });
    expect(shown(deletion, restoration, edit, restoration)[0]?.title).toBe('Other');
  });

  it('show added, removed and moved entries at once, in their new order', () => {
    const add = queued('playlist.add', { playlist_id: 'l', entries: [place('c', 'a15'), place('a', 'a9')] });
    expect(entriesAfter(add)).toEqual(['a', 'c waits', 'b']);
    expect(entriesAfter(queued('playlist.remove', { playlist_id: 'l', entries: [{ id: 'a' }, { id: 'x' }] }))).toEqual([
      'b',
    ]);
    const moved = [place('a', 'a3'), place('b', 'a2'), place('x', 'a0')];
    expect(entriesAfter(queued('playlist.move', { playlist_id: 'l', entries: moved }))).toEqual(['b', 'a waits']);
    expect(entriesAfter(add, queued('playlist.remove', { playlist_id: 'l', entries: [{ id: 'c' }] }))).toEqual([
      'a',
      'b',
    ]);
  });

  it('ignore refused actions, and those of another form or for an unknown playlist', () => {
    const kinds: ActionKind[] = ['playlist.update', 'playlist.add', 'playlist.remove', 'playlist.move'];
    const others = kinds.map((kind) => unknown(kind, { title: 1, entries: 'all' }));
    expect(shown(...others, unknown('playlist.create', { playlist_id: 'n', title: 1 }))).toEqual([stored]);
    expect(shown(refused(queued('playlist.delete', { playlist_id: 'l' })))).toEqual([stored]);
    expect(shown(queued('playlist.update', { playlist_id: 'unknown', title: 'Other' }))).toEqual([stored]);
    expect(shown(queued('track.delete', { track_id: 't' }))).toEqual([stored]);
  });
});

it('[SY-1] the liked playlists are those of the server, with the queued likes applied in order', () => {
  const like = (id: string) => queued('playlist.like', { playlist_id: id });
  const unlike = (id: string) => queued('playlist.unlike', { playlist_id: id });
  const liked = (...pending: Queued[]) => [...toLiked([{ playlist_id: 'a' }, { playlist_id: 'b' }], pending)];
  expect(liked()).toEqual(['a', 'b']);
  expect(liked(like('c'), unlike('a'))).toEqual(['b', 'c']);
  expect(liked(unlike('c'), like('c'), like('a'), unlike('a'))).toEqual(['b', 'c']);
  expect(liked(refused(like('c')), refused(unlike('a')))).toEqual(['a', 'b']);
  expect(liked(queued('playlist.delete', { playlist_id: 'a' }))).toEqual(['a', 'b']);
});
