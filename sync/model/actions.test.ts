import { describe, expect, it } from 'vitest';
import { actionOf, actions, type ActionKind, type AnyAction } from './actions.ts';

const track = { track_id: 't1' };
const partner = { partner_id: 'p1' };
const playlist = { playlist_id: 'l1', title: 'Night', entries: [] };
const release = { release_id: 'r1', places: [], place: 't1' };
const payloads: Record<ActionKind, Record<string, unknown>> = {
  'play.record': track,
  'profile.update': {},
  'playlist.create': playlist,
  'playlist.update': playlist,
  'playlist.delete': playlist,
  'playlist.restore': playlist,
  'playlist.add': playlist,
  'playlist.remove': playlist,
  'playlist.move': playlist,
  'playlist.like': playlist,
  'playlist.unlike': playlist,
  'release.create': release,
  'release.update': release,
  'release.arrange': release,
  'release.remove': release,
  'release.delete': release,
  'track.create': track,
  'track.texts': track,
  'track.update': track,
  'track.delete': track,
  'track.radio': track,
  'vote.cast': track,
  'share.add': track,
  'share.remove': track,
  'favourite.add': track,
  'favourite.remove': track,
  'message.send': partner,
  'messages.read': partner,
  'connection.request': partner,
  'connection.answer': partner,
  'connection.end': partner,
  'connection.block': partner,
  'connection.unblock': partner,
  'report.send': { subject: 'message', subject_id: 'm1' },
  'appeal.send': { act_id: 'a1' },
  'history.hide': {},
};
const mapActions = (map: (action: AnyAction, payload: Record<string, unknown>) => unknown) =>
  Object.fromEntries(
    Object.values(actions).map((action: AnyAction) => [action.kind, map(action, payloads[action.kind])]),
  );

describe('an action', () => {
  it('[SY-15] has one lane, named after what it changes', () => {
    expect(mapActions((action, payload) => action.lane(payload))).toEqual({
      'play.record': 'plays',
      'profile.update': 'profile',
      'playlist.create': 'playlist:l1',
      'playlist.update': 'playlist:l1',
      'playlist.delete': 'playlist:l1',
      'playlist.restore': 'playlist:l1',
      'playlist.add': 'playlist:l1',
      'playlist.remove': 'playlist:l1',
      'playlist.move': 'playlist:l1',
      'playlist.like': 'playlist:l1',
      'playlist.unlike': 'playlist:l1',
      'release.create': 'release:r1',
      'release.update': 'release:r1',
      'release.arrange': 'release:r1',
      'release.remove': 'release:r1',
      'release.delete': 'release:r1',
      'track.create': 'track:t1',
      'track.texts': 'track:t1',
      'track.update': 'track:t1',
      'track.delete': 'track:t1',
      'track.radio': 'track:t1',
      'vote.cast': 'vote:t1',
      'share.add': 'share:t1',
      'share.remove': 'share:t1',
      'favourite.add': 'favourite:t1',
      'favourite.remove': 'favourite:t1',
      'message.send': 'conversation:p1',
      'messages.read': 'conversation:p1',
      'connection.request': 'connection:p1',
      'connection.answer': 'connection:p1',
      'connection.end': 'connection:p1',
      'connection.block': 'connection:p1',
      'connection.unblock': 'connection:p1',
      'report.send': 'report:m1',
      'appeal.send': 'appeal:a1',
      'history.hide': 'history',
    });
    expect(actionOf('messages.read')?.lane({ partner_id: null })).toBe('conversations');
  });

  it('[SY-15] waits for the creation of its track, playlist or release; a message waits for the connection', () => {
    const created = { lane: 'track:t1', kinds: ['track.create'] };
    const listed = { lane: 'playlist:l1', kinds: ['playlist.create'] };
    const releaseCreated = { lane: 'release:r1', kinds: ['release.create'] };
    expect(mapActions((action, payload) => action.waitsFor(payload))).toEqual({
      'play.record': created,
      'profile.update': null,
      'playlist.create': null,
      'playlist.update': listed,
      'playlist.delete': listed,
      'playlist.restore': listed,
      'playlist.add': listed,
      'playlist.remove': listed,
      'playlist.move': listed,
      'playlist.like': null,
      'playlist.unlike': null,
      'release.create': null,
      'release.update': releaseCreated,
      'release.arrange': releaseCreated,
      'release.remove': { lane: ['release:r1', 'track:t1'], kinds: ['release.create', 'track.create'] },
      'release.delete': releaseCreated,
      'track.create': null,
      'track.texts': created,
      'track.update': created,
      'track.delete': created,
      'track.radio': created,
      'vote.cast': created,
      'share.add': created,
      'share.remove': created,
      'favourite.add': created,
      'favourite.remove': null,
      'message.send': { lane: 'connection:p1', kinds: ['connection.request', 'connection.answer'] },
      'messages.read': null,
      'connection.request': null,
      'connection.answer': null,
      'connection.end': null,
      'connection.block': null,
      'connection.unblock': null,
      'report.send': null,
      'appeal.send': null,
      'history.hide': null,
    });
    expect(actionOf('track.create')?.waitsFor({ ...track, release_id: 'r1' })).toEqual(releaseCreated);
  });

  it('is declared under its own kind, and waits only for declared kinds', () => {
    for (const [kind, action] of Object.entries(actions)) expect(action.kind).toBe(kind);
    const awaitedKinds = Object.values(mapActions((action, payload) => action.waitsFor(payload)?.kinds ?? [])).flat();
    for (const kind of awaitedKinds) expect(actionOf(String(kind)), String(kind)).not.toBeNull();
  });
});
