import type { OutboxRecord } from '../../../sync/core/records.ts';
import type { Acknowledgement } from '../../../sync/model/wire.ts';
import type { Home } from './device.ts';

/**
 * Checks the actions that left the queue with this page: the replica must hold each row of their effects, at that rev
 * or a later one (SY-13).
 */
export function noteAcknowledged(
  home: Home,
  before: readonly OutboxRecord[],
  acks: readonly Acknowledgement[],
  marks: readonly string[],
): void {
  const { accepted, server, world } = home.device;
  const left = new Set(home.records.map((record) => record.id));
  for (const ack of acks) {
    const record = before.find((one) => one.id === ack.id);
    if (!record || left.has(ack.id) || ack.status !== 'applied') continue;
    const action = accepted.get(ack.id);
    if (action) action.acknowledgedIn = server.historyOf(marks, home.cursor.epoch);
    checkShown(home, ack, (what) => world.violate(`${home.name}: ${ack.id} left the overlay before ${what} came`));
  }
}

/** Counts answered actions that a restored server has forgotten (SY-8). */
export function noteForgotten(home: Home, before: readonly OutboxRecord[]): void {
  const wereAnswered = new Set(before.filter((record) => record.state.kind === 'answered').map((record) => record.id));
  for (const record of home.records) {
    if (record.state.kind !== 'retrying' || !wereAnswered.has(record.id)) continue;
    home.device.tally.add('sent again after a restore');
  }
}

function checkShown(home: Home, ack: Acknowledgement, missing: (what: string) => void): void {
  const { changed } = ack.result;
  if (!Array.isArray(changed)) return;
  for (const pair of changed) {
    const [key, rev] = Array.isArray(pair) ? pair : [];
    if (typeof key !== 'string' || typeof rev !== 'number') continue;
    if ((home.rows().get(key)?.rev ?? 0) < rev) return missing(`${key} rev ${rev}`);
  }
}
