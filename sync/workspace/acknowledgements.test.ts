import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { applied, rejected } from '../../tests/sync/support/pulling-device.ts';
import { queuedRecord } from '../../tests/sync/support/queued-record.ts';
import type { AcknowledgedAction } from '../action-types.ts';
import type { AcknowledgedRecord } from '../core/ports.ts';
import { createAcknowledgements } from './acknowledgements.ts';
import type { TabMessage } from './channel.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Tabs of one person. A `frozen` tab receives no messages. */
function openTabs(...names: string[]) {
  const log: string[] = [];
  const messages: TabMessage[] = [];
  const frozen = new Set<string>();
  const tabs = new Map(
    names.map((name) => [
      name,
      createAcknowledgements({
        post(message) {
          messages.push(message);
          for (const [other, tab] of tabs) if (other !== name && !frozen.has(other)) tab.receive(message);
        },
        announce: ({ id, status }: AcknowledgedAction) => log.push(`${name}: ${id} ${status}`),
        announceDropped: (id) => log.push(`${name}: ${id} dropped`),
      }),
    ]),
  );
  const tab = (name: string) => {
    const found = tabs.get(name);
    if (!found) throw new Error(`no tab ${name}`);
    return found;
  };
  return { log, messages, frozen, tab };
}

const sent = (id: string, ack: AcknowledgedRecord['ack'] = applied(id)): AcknowledgedRecord => ({
  record: queuedRecord(1, 'share.add', { track_id: 't' }, { id }),
  ack,
});
const types = (messages: readonly TabMessage[]) => messages.map(({ type }) => type);

it('[SY-13] the leading tab announces the outcome of its own action immediately, and only once', () => {
  const { log, messages, tab } = openTabs('leader', 'other');
  tab('leader').expect('a');
  tab('leader').stored([sent('a')]);
  expect([log, messages]).toEqual([['leader: a applied'], []]);
  vi.advanceTimersByTime(1_000);
  expect(log).toEqual(['leader: a applied']);
});

it('[SY-13] an outcome is announced once, by the other tab that queued the action', () => {
  const { log, messages, tab } = openTabs('leader', 'other', 'third');
  tab('other').expect('a');
  tab('leader').expect('b');
  tab('leader').stored([sent('a', rejected('a')), sent('b')]);
  expect(log).toEqual(['leader: b applied', 'other: a rejected']);
  const { kind, payload, occurred_at: occurredAt } = sent('a').record;
  expect(messages).toEqual([
    { type: 'acknowledged', actions: [{ ...rejected('a'), kind, payload, occurredAt }] },
    { type: 'heard', ids: ['a'] },
  ]);
  vi.advanceTimersByTime(1_000);
  expect(log).toHaveLength(2);
});

it('[SY-13] the leading tab announces an outcome after 400 ms if the tab that queued the action does not respond', () => {
  const { log, frozen, tab } = openTabs('leader', 'other');
  tab('other').expect('a');
  frozen.add('other');
  tab('leader').stored([sent('a')]);
  vi.advanceTimersByTime(399);
  expect(log).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(log).toEqual(['leader: a applied']);
});

it('[SY-15] an action that left the queue without an outcome is announced as dropped where it was queued', () => {
  const { log, messages, tab } = openTabs('leader', 'other');
  tab('leader').expect('a');
  tab('other').expect('b');
  tab('other').expect('c');
  tab('leader').dropped(['a', 'b', 'unknown']);
  expect(log).toEqual(['leader: a dropped', 'other: b dropped']);
  tab('leader').dropped(['a', 'b']);
  expect(log).toHaveLength(2);
  messages.length = 0;
  tab('leader').dropped([]);
  expect(messages).toEqual([]);
});

it('[SY-13] outcomes of kinds that this version does not know are not announced', () => {
  const { log, messages, tab } = openTabs('leader');
  const { record, ack } = sent('a');
  tab('leader').expect('a');
  tab('leader').stored([{ record: { ...record, kind: 'track.duet' }, ack }]);
  vi.advanceTimersByTime(1_000);
  expect([log, messages]).toEqual([[], []]);
});

it('[SY-19] nothing is announced once the tab has closed', () => {
  const { log, messages, tab } = openTabs('leader');
  tab('leader').stored([sent('a')]);
  tab('leader').close();
  vi.advanceTimersByTime(1_000);
  expect([log, types(messages)]).toEqual([[], ['acknowledged']]);
});
