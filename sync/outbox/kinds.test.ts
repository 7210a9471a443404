import { describe, expect, it } from 'vitest';
import { laneOf, upcast } from './kinds.ts';

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
  it('[SY-15] are one for all plays, one for the profile, one for each track', () => {
    expect(laneOf('play.record', { track_id: 't1' })).toBe('plays');
    expect(laneOf('profile.update', {})).toBe('profile');
    expect(laneOf('track.create', { track_id: 't1' })).toBe('track:t1');
  });
});
