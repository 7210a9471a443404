import type { OutboxRecord } from '../../../sync/core/records.ts';
import { leftRevOf } from '../../../sync/core/shelf.ts';
import { isBeforeStart, wrongConversation } from './conversations.ts';
import type { Accepted, PersonStores } from './device.ts';
import type { Scene } from './scene.ts';
import type { Server } from './server.ts';
import { toRow } from './server-state.ts';
import { Violation } from './world.ts';

/** Whether nothing is left to send: all records need the person's decision. */
export function isDone(stores: PersonStores): boolean {
  return stores.records.every((record) => record.state.kind === 'dead' || isSetAside(stores, record));
}

/** Whether the record failed eight times when it was sent alone, or depends on such a record (SY-16). */
function isSetAside(stores: PersonStores, record: OutboxRecord): boolean {
  if (record.state.kind === 'held') return true;
  return stores.records.some((other) => record.deps.includes(other.id) && isSetAside(stores, other));
}

/** The first difference between a device's rows and those that its person may see; null if there is none. */
export function difference(stores: PersonStores, server: Server): string | null {
  const expected = server.visibleTo(stores.user);
  const stored = stores.rows();
  for (const [key, { row, isHeld }] of expected) {
    const entry = stored.get(key);
    if (row.t === 'messages' && isBeforeStart(stores, row)) {
      if (entry?.row && entry.rev !== row.rev) return `${key} is stored at rev ${entry.rev}, and outdated`;
      continue;
    }
    if (!isHeld) {
      // A device may keep a row that it need not hold. This row may be outdated only after a pull has sent a later revision as `left` (SY-35).
      if (entry?.row && leftRevOf(entry.row) === 0 && entry.rev !== row.rev)
        return `${key} is held at rev ${entry.rev}, and outdated`;
      continue;
    }
    if (!entry?.row) return `${key} is missing`;
    if (entry.rev !== row.rev) return `${key} is at rev ${entry.rev}, not ${row.rev}`;
    const { fetched_round: _round, ...content } = entry.row;
    if (JSON.stringify(content) !== JSON.stringify(toRow(server.state, row)))
      return `${key} is ${JSON.stringify(entry.row)}`;
  }
  for (const [key, { row }] of stored)
    if (row && !expected.has(key)) return `${key} is stored although it may not be seen`;
  return wrongConversation(stores, server);
}

/** After healing, each store must equal the server's state (SY-25). @throws Violation */
export function checkEnd(scene: Scene): void {
  for (const { stores } of scene.devices) {
    if (!stores) continue;
    const wrong = difference(stores, scene.server);
    if (wrong !== null) throw new Violation(`${stores.name} differs from the server: ${wrong}`);
    scene.tally.add('rows compared', stores.rows().size);
    const misplaced = stores.records.find(
      (record) => record.state.kind === 'held' && record.payload['is_poison'] !== true,
    );
    if (misplaced) throw new Violation(`${stores.name} set ${misplaced.id} aside, which was not at fault`);
  }
  checkEffects(scene);
  checkOutcomes(scene);
  checkLanes(scene);
  checkDependencies(scene);
}

/** Each applied action has exactly one effect, however often it was sent. Any other has none (SY-9). */
function checkEffects({ server, tally, accepted }: Scene): void {
  const { state } = server;
  for (const [key, { ack }] of state.log) {
    if (!accepted.has(key.slice(key.indexOf('/') + 1))) throw new Violation(`${key} was never accepted`);
    const found = state.effects.get(key) ?? 0;
    const expected = ack.status === 'applied' ? 1 : 0;
    tally.add('effects expected', expected);
    tally.add('effects found', found);
    if (found !== expected) throw new Violation(`${key} had ${found} effects, not ${expected}`);
  }
  for (const key of state.effects.keys())
    if (!state.log.has(key)) throw new Violation(`${key} had an effect and no log line`);
  for (const balance of state.rows.values()) {
    if (balance.t !== 'balances') continue;
    const plays = [...state.rows.values()].filter((row) => row.t === 'plays' && row.owner === balance.owner).length;
    if (balance.data['zaps'] !== plays) {
      throw new Violation(`${balance.id} has ${String(balance.data['zaps'])} ZAPs for ${plays} plays`);
    }
  }
}

/** Only eviction, sign-out, a discard or a restore of the server may lose an accepted action. */
function checkOutcomes({ server, accepted }: Scene): void {
  for (const action of accepted.values()) {
    if (action.fate !== null) continue;
    const { id, stores, user } = action;
    const record = stores.records.find((one) => one.id === id);
    const logged = server.state.log.get(`${user}/${id}`);
    if (!record) {
      if (action.acknowledgedAfterRestores === null)
        throw new Violation(`${id} was accepted by ${stores.name} and left the queue without an acknowledgement`);
      if (logged?.ack.status !== 'applied' && !wasLostInRestore(action, server))
        throw new Violation(`${id} was acknowledged and is not in the log`);
      continue;
    }
    if (isSetAside(stores, record)) continue;
    const isDependent = 'error' in record.state && record.state.error.code === 'dependency';
    const isRefused = logged?.ack.status === 'rejected' || isDependent;
    // A restore may also remove the log line of a refusal.
    if (!isRefused && server.history.restoreCount === 0)
      throw new Violation(`${id} is dead and the server did not refuse it`);
    if (logged?.ack.status === 'applied' && !isDependent && server.history.restoreCount === 0) {
      throw new Violation(`${id} is dead and was applied`);
    }
  }
}

/** An action is not sent if a dependency was refused (SY-15). Retries are exempt: the person requested them. */
function checkDependencies({ server, accepted }: Scene): void {
  for (const [key, logged] of server.state.log) {
    const user = key.slice(0, key.indexOf('/'));
    const action = accepted.get(key.slice(user.length + 1));
    if (!action || action.isRetry || action.acceptedAfterRestores !== server.history.restoreCount) continue;
    for (const id of action.deps) {
      const before = accepted.get(id);
      if (!before || before.fate !== null || before.acceptedAfterRestores !== server.history.restoreCount) continue;
      const other = server.state.log.get(`${user}/${id}`);
      if (!other || other.order > logged.order)
        throw new Violation(`${action.id} came before ${id}, on which it depends`);
      if (other.ack.status === 'rejected') throw new Violation(`${action.id} was sent although ${id} was refused`);
    }
  }
}

function wasLostInRestore({ acknowledgedAfterRestores }: Accepted, { history }: Server): boolean {
  return acknowledgedAfterRestores !== null && acknowledgedAfterRestores !== history.restoreCount;
}

/** The server answered the actions of a lane in the order of `seq` (SY-15). */
function checkLanes({ server, accepted }: Scene): void {
  const last = new Map<PersonStores, Map<string, { seq: number; id: string }>>();
  const inOrder = [...server.state.log].sort(([, a], [, b]) => a.order - b.order);
  for (const [key] of inOrder) {
    const action = accepted.get(key.slice(key.indexOf('/') + 1));
    // A push names no epoch: after a restore, a lane's later action may be applied before an earlier one that is sent again (SY-8).
    if (!action || action.wasSetAside || action.acceptedAfterRestores !== server.history.restoreCount) continue;
    const lanes = last.get(action.stores) ?? new Map<string, { seq: number; id: string }>();
    last.set(action.stores, lanes);
    const before = lanes.get(action.lane);
    if (before && before.seq > action.seq) {
      throw new Violation(`${action.id} came behind ${before.id} in the lane ${action.lane} of ${action.stores.name}`);
    }
    lanes.set(action.lane, action);
  }
}
