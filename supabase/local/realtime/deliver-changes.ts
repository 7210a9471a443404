import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '../auth/caller.ts';
import type { Relation, RowChange } from './change-stream.ts';
import { changeData, matchingIds, type Channel, type Subscription } from './channel.ts';
import type { CommitWatch } from './commit-watch.ts';
import type { ListenerIndex } from './listener-index.ts';
import type { TableFacts } from './table-facts.ts';
import type { Visibility } from './visibility.ts';

/** The stream waits while this many changes are undelivered. */
const MAX_PENDING = 100;
/** Channels that are served before other work of the process has its turn. */
const CHANNELS_PER_TURN = 50;

export interface DeliveryPorts {
  readonly listeners: Pick<ListenerIndex, 'find'>;
  readonly commits: Pick<CommitWatch, 'visible'>;
  readonly findViewers: Visibility['findViewers'];
  readonly factsOf: (relation: Relation) => Promise<TableFacts>;
  /** Called when a change was not sent, e.g. because of a lock. All listeners then reload everything. */
  readonly onMissed: () => void;
  readonly onSent: () => void;
  readonly log: (line: string) => void;
}

/**
 * Sends changes to the channels that subscribed to them and may see them. Finds the channels by table, event and id, checks visibility,
 * and then checks the other conditions of their filters.
 *
 * @returns a function that resolves when it accepts the next change
 */
export function createDelivery(ports: DeliveryPorts): (change: RowChange) => Promise<void> {
  const { listeners, commits, findViewers, factsOf, onMissed, onSent, log } = ports;
  const pending: Promise<void>[] = [];
  let lastDelivery = Promise.resolve();

  const reportMissed = ({ relation }: RowChange, error: unknown): void => {
    log(`A change of ${relation.table} was not sent: ${String(error)}`);
    onMissed();
  };

  const deliver = async (
    change: RowChange,
    facts: TableFacts,
    interested: ReadonlyMap<Channel, readonly Subscription[]>,
    verdicts: Verdicts,
  ): Promise<void> => {
    const dataFor = new Map<Caller['role'], unknown>();
    let served = 0;
    for (const [channel, subscriptions] of interested) {
      served += 1;
      if (served % CHANNELS_PER_TURN === 0) await nextTurn();
      if (!(await verdicts.maySee(channel))) continue;
      const { role } = channel.caller;
      const ids = matchingIds(subscriptions, change, facts, role);
      if (ids.length === 0) continue;
      const data = dataFor.get(role) ?? changeData(change, facts, role);
      dataFor.set(role, data);
      channel.send('postgres_changes', { ids, data });
      onSent();
    }
  };

  const accept = async (change: RowChange): Promise<void> => {
    const interested = listeners.find(change);
    if (interested.size === 0) return;
    await commits.visible(change.xid);
    const facts = await factsOf(change.relation);
    const verdicts = createVerdicts([...interested.keys()], (callers) => findViewers(change, facts, callers));
    lastDelivery = lastDelivery
      .then(() => deliver(change, facts, interested, verdicts))
      .catch((error: unknown) => reportMissed(change, error));
    pending.push(lastDelivery);
    if (pending.length >= MAX_PENDING) await pending.shift();
  };
  // One bad change, e.g. of a dropped table, must not end the stream.
  return (change) => accept(change).catch((error: unknown) => reportMissed(change, error));
}

interface Verdicts {
  maySee(channel: Channel): Promise<boolean>;
}

/** Checks the callers of all channels together, and equal callers once. */
function createVerdicts(
  channels: readonly Channel[],
  findViewers: (callers: readonly Caller[]) => Promise<ReadonlySet<Caller>>,
): Verdicts {
  const verdicts = new Map<string, Promise<boolean>>();
  const check = (callers: readonly Caller[]): void => {
    const distinct = new Map(callers.map((caller) => [identityOf(caller), caller]));
    const viewers = findViewers([...distinct.values()]);
    // A failure reaches the channels through their verdicts. Without a waiting channel, it would be an unhandled
    // rejection.
    viewers.catch(() => undefined);
    for (const [identity, caller] of distinct) {
      const verdict = viewers.then((found) => found.has(caller));
      verdict.catch(() => undefined);
      verdicts.set(identity, verdict);
    }
  };
  check(channels.map(({ caller }) => caller));
  return {
    async maySee(channel) {
      for (;;) {
        if (!channel.isCurrent()) return false;
        const { caller } = channel;
        const identity = identityOf(caller);
        if (!verdicts.has(identity)) check([caller]);
        const isVisible = await verdicts.get(identity);
        // The token may have changed meanwhile. The verdict must be for the current caller.
        if (channel.caller === caller) return isVisible === true && channel.isCurrent();
      }
    },
  };
}

/** Equal for callers whom no policy can distinguish. */
function identityOf({ role, claims }: Caller): string {
  return `${role}:${JSON.stringify(claims)}`;
}
