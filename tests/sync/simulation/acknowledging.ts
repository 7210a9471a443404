import { countsRevOf } from '../../../sync/core/counts.ts';
import type { OutboxRecord } from '../../../sync/core/records.ts';
import type { Acknowledgement } from '../../../sync/model/wire.ts';
import { isBeforeStart } from './conversations.ts';
import type { PersonStores } from './device.ts';

/** Checks that the replica holds an acknowledged action's rows and counts, at its effect's rev or later (SY-13, G-3). */
export function checkAcknowledged(
  stores: PersonStores,
  before: readonly OutboxRecord[],
  acks: readonly Acknowledgement[],
  marks: readonly string[],
): void {
  const { accepted, server, world } = stores.device;
  const remaining = new Set(stores.records.map((record) => record.id));
  for (const ack of acks) {
    const record = before.find((one) => one.id === ack.id);
    if (!record || remaining.has(ack.id) || ack.status !== 'applied') continue;
    const action = accepted.get(ack.id);
    if (action) action.acknowledgedAfterRestores = server.history.restoreCountOf(marks, stores.cursor.epoch);
    checkReplicaHas(stores, ack, (row) =>
      world.violate(`${stores.name}: ${ack.id} left the overlay before ${row} came`),
    );
  }
}

/** Counts the answered actions that are sent again because a restored server has forgotten them (SY-8). */
export function countForgotten(stores: PersonStores, before: readonly OutboxRecord[]): void {
  const wereAnswered = new Set(before.filter((record) => record.state.kind === 'answered').map((record) => record.id));
  for (const record of stores.records) {
    if (record.state.kind !== 'retrying' || !wereAnswered.has(record.id)) continue;
    stores.device.tally.add('sent again after a restore');
  }
}

function checkReplicaHas(stores: PersonStores, ack: Acknowledgement, onMissing: (row: string) => void): void {
  const { changed } = ack.result;
  if (!Array.isArray(changed)) return;
  for (const pair of changed) {
    const [key, rev] = Array.isArray(pair) ? pair : [];
    if (typeof key !== 'string' || typeof rev !== 'number') continue;
    if (storedRev(stores, key) < rev) return onMissing(`${key} rev ${rev}`);
  }
}

/**
 * Revision of the stored row or counts. Infinity where the device need not hold them: counts of a track off the shelf (G-1), or a row that was
 * removed before this replica began (G-7).
 */
function storedRev(stores: PersonStores, key: string): number {
  const visible = stores.device.server.visibleTo(stores.user);
  const trackKey = key.replace('counts/', 'tracks/');
  const entry = stores.rows().get(trackKey);
  if (key !== trackKey) return entry?.row && visible.get(trackKey)?.isHeld ? countsRevOf(entry.row) : Infinity;
  const row = visible.get(key)?.row;
  // By the time a page was sent, newer messages may have pushed this one before the start of the conversation that the device holds (SY-37).
  return entry?.rev ?? (row && !(row.t === 'messages' && isBeforeStart(stores, row)) ? 0 : Infinity);
}
