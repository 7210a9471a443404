import { describe, expect, it } from 'vitest';
import { dependenciesIn, dependencyLane, laneOf, upcast } from './kinds.ts';

describe('the version of a stored action', () => {
  const steps = {
    'track.rename': {
      1: (payload: Record<string, unknown>) => ({ ...payload, title: payload['name'] }),
      2: (payload: Record<string, unknown>) => ({ title: payload['title'], silent: false }),
    },
  };

  it('[SY-21] is lifted step by step to the one this app speaks', () => {
    const stored = { kind: 'track.rename', v: 1, payload: { name: 'Night bus' } };
    expect(upcast(stored, steps, { 'track.rename': 3 })).toEqual({
      v: 3,
      payload: { title: 'Night bus', silent: false },
    });
  });

  it('[SY-21] stays when an app that was rolled back does not know it', () => {
    const newer = { kind: 'track.rename', v: 4, payload: { title: 'x' } };
    expect(upcast(newer, steps, { 'track.rename': 3 })).toEqual({ v: 4, payload: { title: 'x' } });
    const unknown = { kind: 'track.duet', v: 1, payload: {} };
    expect(upcast(unknown, steps, {})).toEqual({ v: 1, payload: {} });
  });
});

describe('lanes', () => {
  it('[SY-15] are one for all plays, one for the profile, one for each track, vote, share, conversation and pair', () => {
    const lanes = (
      [
        ['play.record', { track_id: 't1' }],
        ['profile.update', {}],
        ['track.create', { track_id: 't1' }],
        ['track.update', { track_id: 't1' }],
        ['track.delete', { track_id: 't1' }],
        ['vote.cast', { track_id: 't1' }],
        ['share.add', { track_id: 't1' }],
        ['share.remove', { track_id: 't1' }],
        ['message.send', { partner_id: 'p1' }],
        ['messages.read', { partner_id: 'p1' }],
        ['messages.read', { partner_id: null }],
        ['connection.request', { partner_id: 'p1' }],
        ['connection.answer', { partner_id: 'p1' }],
      ] as const
    ).map(([kind, payload]) => laneOf(kind, payload));
    expect(lanes).toEqual([
      'plays',
      'profile',
      'track:t1',
      'track:t1',
      'track:t1',
      'vote:t1',
      'share:t1',
      'share:t1',
      'conversation:p1',
      'conversation:p1',
      'conversations',
      'connection:p1',
      'connection:p1',
    ]);
  });
});

describe('what must be applied before', () => {
  it('[SY-15] is the creation of the track, and what connects the two for a message', () => {
    expect(dependencyLane('share.add', { track_id: 't1' })).toBe('track:t1');
    expect(dependencyLane('track.create', { track_id: 't1' })).toBeNull();
    expect(dependencyLane('message.send', { partner_id: 'p1' })).toBe('connection:p1');
    expect(dependencyLane('messages.read', { partner_id: 'p1' })).toBeNull();
    expect(dependencyLane('profile.update', {})).toBeNull();
    expect(
      dependenciesIn([
        { id: 'made', kind: 'track.create', state: { kind: 'queued' } },
        { id: 'refused', kind: 'track.create', state: { kind: 'dead' } },
        { id: 'renamed', kind: 'track.update', state: { kind: 'queued' } },
        { id: 'answered', kind: 'connection.answer', state: { kind: 'in_flight' } },
      ]),
    ).toEqual(['made', 'answered']);
  });
});
