import { describe, expect, it } from 'vitest';
import type { Upcaster } from '../model/define-action.ts';
import { upcast } from './upcast.ts';

describe('the form of a stored action', () => {
  const steps: Upcaster[] = [
    (payload) => ({ ...payload, title: payload['name'] }),
    (payload) => ({ title: payload['title'], silent: false }),
  ];
  const upcastersOf = (kind: string) => (kind === 'track.rename' ? steps : []);

  it('[SY-21] is upcast step by step to this app’s version', () => {
    const stored = { kind: 'track.rename', v: 1, payload: { name: 'Night bus' } };
    expect(upcast(stored, upcastersOf)).toEqual({ v: 3, payload: { title: 'Night bus', silent: false } });
    const later = { kind: 'track.rename', v: 2, payload: { name: 'x', title: 'Night bus' } };
    expect(upcast(later, upcastersOf)).toEqual({ v: 3, payload: { title: 'Night bus', silent: false } });
  });

  it('[SY-21] stays unchanged in an app that was rolled back to a version that does not know the form', () => {
    const newer = { kind: 'track.rename', v: 4, payload: { title: 'x' } };
    expect(upcast(newer, upcastersOf)).toEqual({ v: 4, payload: { title: 'x' } });
    const unknown = { kind: 'track.duet', v: 1, payload: {} };
    expect(upcast(unknown)).toEqual({ v: 1, payload: {} });
  });
});
