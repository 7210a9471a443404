import { describe, expect, it } from 'vitest';
import { wordsOf } from './action-words.ts';
import { actions } from './actions.ts';

const names = {
  track: (id: string, title?: string) => `‹${title ?? `track ${id}`}›`,
  person: (id: string) => `‹person ${id}›`,
};
const track = { track_id: 't' };
const partner = { partner_id: 'p' };
const playlist = { playlist_id: 'l', title: 'Night' };
const release = { release_id: 'r', title: 'Dawn', artist_name: 'A', kind: null, notes: '', publish_at: null };
const places = (...ids: string[]) => ids.map((id) => ({ id: `e-${id}`, track_id: id, position: 'a0' }));
const created = { ...track, title: 'Bus', artist_name: 'A', genre: 'House', audio_path: 'a', cover_path: null };
const report = { subject_id: 's', reason: 'spam', details: '' };

const described: [kind: string, payload: Record<string, unknown>, words: string][] = [
  ['play.record', { ...track, progress_ms: 1, is_manual: true }, 'Play of ‹track t›'],
  ['vote.cast', { ...track, weight: 4 }, 'Vote 4 for ‹track t›'],
  ['share.add', track, 'Share of ‹track t›'],
  ['share.remove', track, 'End of the share of ‹track t›'],
  ['favourite.add', track, '‹track t› as a favourite'],
  ['favourite.remove', track, 'Removal of ‹track t› from your favourites'],
  ['playlist.create', playlist, 'Playlist “Night”'],
  ['playlist.update', playlist, 'Change of a playlist'],
  ['playlist.delete', playlist, 'Deletion of a playlist'],
  ['playlist.restore', playlist, 'Return of a deleted playlist'],
  ['playlist.add', { ...playlist, entries: [] }, 'Tracks for a playlist'],
  ['playlist.add', { ...playlist, entries: places('t') }, '‹track t› for a playlist'],
  ['playlist.add', { ...playlist, entries: places('t', 'u', 'v') }, '‹track t› and 2 more for a playlist'],
  ['playlist.remove', { ...playlist, entries: [] }, 'Removal from a playlist'],
  ['playlist.move', { ...playlist, entries: [] }, 'New order of a playlist'],
  ['playlist.like', playlist, 'A playlist for your library'],
  ['playlist.unlike', playlist, 'Removal of a playlist from your library'],
  ['release.create', { ...release, places: [] }, 'Release “Dawn”'],
  ['release.update', { release_id: 'r' }, 'Change of a release'],
  ['release.arrange', { release_id: 'r', places: [] }, 'New order of a release'],
  ['release.remove', { release_id: 'r', place: 't' }, 'Removal from a release'],
  ['release.delete', { release_id: 'r' }, 'Deletion of a release'],
  ['track.create', { ...created, radio_opt_in: false, rights_confirmed: true }, 'New track ‹Bus›'],
  ['track.update', { ...track, title: 'Bus' }, 'Change of ‹Bus›'],
  ['track.update', track, 'Change of ‹track t›'],
  ['track.texts', track, 'Description and lyrics of ‹track t›'],
  ['track.radio', { ...track, radio_opt_in: true }, '‹track t› opened to the radio'],
  ['track.radio', { ...track, radio_opt_in: false }, '‹track t› closed to the radio'],
  ['track.delete', track, 'Deletion of ‹track t›'],
  ['profile.update', {}, 'Change of your profile'],
  ['message.send', { ...partner, message_id: 'm', content: 'Hi' }, 'Message to ‹person p›'],
  ['messages.read', { partner_id: null, read_to: '' }, 'All messages read'],
  ['messages.read', { ...partner, read_to: '' }, 'Messages of ‹person p› read'],
  ['connection.request', partner, 'Connection request to ‹person p›'],
  ['connection.answer', { ...partner, status: 'accepted' }, 'Acceptance of the request of ‹person p›'],
  ['connection.answer', { ...partner, status: 'declined' }, 'Refusal of the request of ‹person p›'],
  ['connection.end', partner, 'End of the connection with ‹person p›'],
  ['connection.block', partner, 'Block of ‹person p›'],
  ['connection.unblock', partner, 'End of the block of ‹person p›'],
  ['report.send', { ...report, subject: 'track' }, 'Report of ‹track s›'],
  ['report.send', { ...report, subject: 'profile' }, 'Report of ‹person s›'],
  ['report.send', { ...report, subject: 'message' }, 'Report of a message'],
  ['appeal.send', { act_id: 'a', content: 'No' }, "Appeal against an operator's decision"],
  ['history.hide', { from: null, until: null, is_hidden: true }, 'Change of your history'],
];

describe('[S-28] a waiting action', () => {
  it.each(described)('%s %o is described as “%s”', (kind, payload, words) => {
    expect(wordsOf(kind, payload)?.(names)).toBe(words);
  });

  it('has a description, whatever its kind', () => {
    expect([...new Set(described.map(([kind]) => kind))].sort()).toEqual(Object.keys(actions).sort());
  });

  it('has none if it is of another version of the app', () => {
    expect(wordsOf('track.praise', track)).toBeNull();
    expect(wordsOf('vote.cast', { ...track, weight: 'much' })).toBeNull();
  });
});
