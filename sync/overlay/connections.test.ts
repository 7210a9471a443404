import { describe, expect, it } from 'vitest';
import { showing } from '../../tests/sync/support/showing.ts';
import { queuedRecord } from '../../tests/sync/support/queued-record.ts';
import type { BlockRow } from '../model/tables/blocks.ts';
import type { ConnectionRow } from '../model/tables/connections.ts';
import type { SmallRows } from '../model/tables.ts';
import type { OutboxRecord } from '../core/records.ts';
import { blocksInOrder, connectionsInOrder } from './connections.ts';

const at = '2027-01-01T00:00:00.000Z';
const person = (id: string) => ({ id, artist_name: id.toUpperCase(), avatar_url: `${id}/face.png` });
const row = (asker: string, asked: string, status: ConnectionRow['status'] = 'pending'): ConnectionRow => ({
  id: `${asker}-${asked}`,
  rev: 1,
  user_id: asker,
  connection_id: asked,
  status,
  created_at: at,
  updated_at: at,
  user_profile: person(asker),
  connection_profile: asked === 'gone' ? null : person(asked),
});
const connectionsOf = (connections: ConnectionRow[], queue: readonly OutboxRecord[]) =>
  connectionsInOrder(showing(queue, { rows: { connections } }).connections.values());
const brief = (rows: ConnectionRow[], queue: readonly OutboxRecord[]) =>
  connectionsOf(rows, queue).map(
    ({ partnerId, status, direction, isPending }) => `${partnerId} ${direction} ${status}${isPending ? ' waits' : ''}`,
  );

describe('connections', () => {
  it('[S-29] are shown from this person\u2019s side, with the partner\u2019s profile summary', () => {
    expect(connectionsOf([row('me', 'ann', 'accepted'), row('me', 'gone')], [])).toEqual([
      {
        partnerId: 'ann',
        partner: {
          id: 'ann',
          artistName: 'ANN',
          avatarSrc: 'https://backend.test/storage/v1/object/public/avatars/ann/face.png',
        },
        status: 'accepted',
        direction: 'sent',
        isPending: false,
        updatedAt: at,
      },
      { partnerId: 'gone', partner: null, status: 'pending', direction: 'sent', isPending: false, updatedAt: at },
    ]);
  });

  it('[SY-1] [S-29] show queued actions: a request, a request that crosses the partner\u2019s, and an answer', () => {
    const rows = [row('bob', 'me'), row('cy', 'me'), row('dee', 'me', 'accepted'), row('me', 'eve')];
    const queue = [
      queuedRecord(1, 'connection.request', { partner_id: 'fay' }),
      queuedRecord(2, 'connection.request', { partner_id: 'bob' }),
      queuedRecord(3, 'connection.answer', { partner_id: 'cy', status: 'declined' }),
      // The server will refuse these actions, so they change nothing here.
      queuedRecord(4, 'connection.answer', { partner_id: 'dee', status: 'declined' }),
      queuedRecord(5, 'connection.answer', { partner_id: 'eve', status: 'accepted' }),
      queuedRecord(6, 'connection.request', { partner_id: 'dee' }),
    ];
    expect(brief(rows, queue)).toEqual([
      'cy received declined waits',
      'bob received accepted waits',
      'fay sent pending waits',
      'dee received accepted',
      'eve sent pending',
    ]);
  });

  it('[S-29] are ordered newest first, then by the partner\u2019s id, in any order of the rows', () => {
    const rows = [row('me', 'bob'), { ...row('me', 'cy'), updated_at: '2027-01-02T00:00:00.000Z' }, row('me', 'ann')];
    const order = ['cy sent pending', 'ann sent pending', 'bob sent pending'];
    expect(brief(rows, [])).toEqual(order);
    expect(brief([...rows].reverse(), [])).toEqual(order);
  });

  it('[SY-1] are not changed by a repeated request, an answer without a request, or an invalid action', () => {
    const rows = [row('me', 'ann'), row('bob', 'me')];
    const queue = [
      queuedRecord(1, 'connection.request', { partner_id: 'ann' }),
      queuedRecord(2, 'connection.answer', { partner_id: 'nobody', status: 'accepted' }),
      queuedRecord(3, 'connection.request', { partner_id: 'cy' }, { payload: {} }),
      queuedRecord(4, 'track.delete', { track_id: 't' }, { payload: { partner_id: 'bob', status: 'declined' } }),
    ];
    expect(brief(rows, queue)).toEqual(['ann sent pending', 'bob received pending']);
  });

  it('[S-29] show a partner without a picture', () => {
    const faceless = { ...row('me', 'ann'), connection_profile: { ...person('ann'), avatar_url: null } };
    expect(connectionsOf([faceless], [])[0]?.partner).toEqual({
      id: 'ann',
      artistName: 'ANN',
      avatarSrc: null,
    });
  });

  it('[S-41] [SY-1] end by a queued action if they were accepted; if declined, only the person who declined may send a new request', () => {
    const rows = [
      row('bob', 'me', 'accepted'),
      row('me', 'cy'),
      row('dee', 'me', 'declined'),
      row('me', 'eve', 'declined'),
    ];
    const queue = [
      queuedRecord(1, 'connection.end', { partner_id: 'bob' }),
      queuedRecord(2, 'connection.end', { partner_id: 'cy' }),
      queuedRecord(3, 'connection.request', { partner_id: 'dee' }),
      queuedRecord(4, 'connection.request', { partner_id: 'eve' }),
    ];
    expect(brief(rows, queue)).toEqual(['dee sent pending waits', 'cy sent pending', 'eve sent declined']);
  });
});

describe('blocks', () => {
  const block = (blocker: string, blocked: string, time = at): BlockRow => ({
    id: `${blocker}-${blocked}`,
    rev: 1,
    user_id: blocker,
    blocked_id: blocked,
    created_at: time,
    blocked_profile: person(blocked),
  });
  const blocksOf = (rows: Partial<SmallRows>, queue: readonly OutboxRecord[]) =>
    blocksInOrder(showing(queue, { rows }).blocks.values()).map(
      ({ personId, person: blocked, isPending }) => `${personId} ${blocked?.artistName}${isPending ? ' waits' : ''}`,
    );

  it('[S-47] are this person\u2019s own, the latest first', () => {
    const blocks = [block('me', 'ann', '2026-01-01T00:00:00.000Z'), block('me', 'bob'), block('cy', 'me')];
    expect(blocksOf({ blocks }, [])).toEqual(['bob BOB', 'ann ANN']);
  });

  it('[S-47] are ordered by their ids if their times are equal', () => {
    const blocks = ['bob', 'ann', 'cy'].map((id) => block('me', id));
    for (const order of [blocks, [...blocks].reverse()])
      expect(blocksOf({ blocks: order }, [])).toEqual(['ann ANN', 'bob BOB', 'cy CY']);
    const times = [block('me', 'ann', '2026-01-01T00:00:00.000Z'), block('me', 'bob', '2026-01-02T00:00:00.000Z')];
    for (const order of [times, [...times].reverse()])
      expect(blocksOf({ blocks: order }, [])).toEqual(['bob BOB', 'ann ANN']);
  });

  it('[S-47] [SY-1] show queued actions, and end an accepted connection', () => {
    const rows = {
      blocks: [block('me', 'ann')],
      connections: [row('bob', 'me', 'accepted'), row('me', 'cy', 'declined')],
    };
    const queue = [
      queuedRecord(1, 'connection.block', { partner_id: 'bob' }),
      queuedRecord(2, 'connection.block', { partner_id: 'cy' }),
      queuedRecord(3, 'connection.unblock', { partner_id: 'ann' }),
      queuedRecord(4, 'connection.block', { partner_id: 'dee' }),
      queuedRecord(5, 'connection.unblock', { partner_id: 'dee' }),
    ];
    expect(blocksOf(rows, queue)).toEqual(['cy CY waits', 'bob BOB waits']);
    expect(brief(rows.connections, queue)).toEqual(['cy sent declined']);
  });
});
