import { expect, it, vi } from 'vitest';
import type { AcknowledgedAction } from '../action-types.ts';
import { createOutcomes } from './outcomes.ts';

const action = (id: string): AcknowledgedAction => ({
  id,
  status: 'applied',
  result: {},
  kind: 'share.add',
  payload: { track_id: 't' },
  occurredAt: '2027-01-01T00:00:00.000Z',
});

it('each listener is called for each acknowledgement until it is removed, once for each time it was added', () => {
  const outcomes = createOutcomes();
  const listener = vi.fn();
  const [stop] = [outcomes.onAcknowledged(listener), outcomes.onAcknowledged(listener)];
  outcomes.acknowledge(action('a'));
  expect(listener.mock.calls).toEqual([[action('a')], [action('a')]]);
  stop();
  outcomes.acknowledge(action('b'));
  expect(listener.mock.calls.slice(2)).toEqual([[action('b')]]);
});

it('the outcome of one action is reported once to each of its listeners: its acknowledgement, or null without one', () => {
  const outcomes = createOutcomes();
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const heard: unknown[] = [];
  for (const id of ['a', 'a', 'b']) outcomes.onOutcome(id, (outcome) => heard.push([id, outcome?.id ?? null]));
  outcomes.acknowledge(action('other'));
  outcomes.acknowledge(action('a'));
  outcomes.drop('b');
  outcomes.drop('a');
  outcomes.acknowledge(action('b'));
  expect(heard).toEqual([
    ['a', 'a'],
    ['a', 'a'],
    ['b', null],
  ]);
  expect(logged).not.toHaveBeenCalled();
  logged.mockRestore();
});

it('[SY-19] no listener is called once the scope has closed', () => {
  const outcomes = createOutcomes();
  const listener = vi.fn();
  outcomes.onAcknowledged(listener);
  outcomes.onOutcome('a', listener);
  outcomes.close();
  outcomes.onOutcome('a', listener);
  outcomes.acknowledge(action('a'));
  outcomes.drop('a');
  expect(listener).not.toHaveBeenCalled();
});
