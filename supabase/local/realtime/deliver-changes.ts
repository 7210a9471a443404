import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '../auth/caller.ts';
import type { Relation, RowChange } from './change-stream.ts';
import { changeData, fittingIds, type Channel, type Subscription } from './channel.ts';
import type { CommitWatch } from './commit-watch.ts';
import type { ListenerIndex } from './listener-index.ts';
import type { RowJudge } from './row-judge.ts';
import type { TableFacts } from './table-facts.ts';

/** Changes that may wait for their verdicts; beyond it the stream waits. */
const MAX_JUDGED = 100;
/** Channels served before the event loop gets a turn. */
const TURN = 50;

export interface DeliveryPorts {
  readonly listeners: Pick<ListenerIndex, 'find'>;
  readonly commits: Pick<CommitWatch, 'visible'>;
  readonly judge: RowJudge['judge'];
  readonly factsOf: (relation: Relation) => Promise<TableFacts>;
  /** A change could not be judged, e.g. because of a lock: all listeners have to reload everything. */
  readonly onMissed: () => void;
  readonly log: (line: string) => void;
}

/**
 * Processes changes in commit order, and sends each in that order to the channels that may see it and whose filters
 * match. Visibility is checked first: no filter is applied to a row that its owner may not see.
 *
 * @returns takes one change, and resolves when it can take the next one
 */
export function createDelivery(ports: DeliveryPorts): (change: RowChange) => Promise<void> {
  const { listeners, commits, judge, factsOf, onMissed, log } = ports;
  const underWay: Promise<void>[] = [];
  let last = Promise.resolve();

  const miss = ({ relation }: RowChange, error: unknown): void => {
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
      if (served % TURN === 0) await nextTurn();
      if (!(await verdicts.maySee(channel))) continue;
      const { role } = channel.caller;
      const ids = fittingIds(subscriptions, change, facts, role);
      if (ids.length === 0) continue;
      const data = dataFor.get(role) ?? changeData(change, facts, role);
      dataFor.set(role, data);
      channel.send('postgres_changes', { ids, data });
    }
  };

  const take = async (change: RowChange): Promise<void> => {
    const interested = listeners.find(change);
    if (interested.size === 0) return;
    await commits.visible(change.xid);
    const facts = await factsOf(change.relation);
    const verdicts = createVerdicts([...interested.keys()], (callers) => judge(change, facts, callers));
    last = last.then(() => deliver(change, facts, interested, verdicts)).catch((error: unknown) => miss(change, error));
    underWay.push(last);
    if (underWay.length >= MAX_JUDGED) await underWay.shift();
  };
  // One bad change, e.g. of a table that was dropped, must not end the stream.
  return (change) => take(change).catch((error: unknown) => miss(change, error));
}

interface Verdicts {
  /** Whether the channel is still joined and its current caller may see the change. */
  maySee(channel: Channel): Promise<boolean>;
}

/** Judges all channels in one query, and equal callers once. */
function createVerdicts(
  channels: readonly Channel[],
  judge: (callers: readonly Caller[]) => Promise<ReadonlySet<Caller>>,
): Verdicts {
  const verdicts = new Map<string, Promise<boolean>>();
  const ask = (callers: readonly Caller[]): void => {
    const fresh = new Map(callers.map((caller) => [identityOf(caller), caller]));
    const answer = judge([...fresh.values()]);
    // Each waiting channel gets the failure through its verdict; there may be none left.
    answer.catch(() => undefined);
    for (const [identity, caller] of fresh) {
      const verdict = answer.then((seen) => seen.has(caller));
      verdict.catch(() => undefined);
      verdicts.set(identity, verdict);
    }
  };
  ask(channels.map(({ caller }) => caller));
  return {
    async maySee(channel) {
      for (;;) {
        if (!channel.isCurrent()) return false;
        const { caller } = channel;
        const identity = identityOf(caller);
        if (!verdicts.has(identity)) ask([caller]);
        const seen = await verdicts.get(identity);
        // The token may have been renewed meanwhile: the verdict must be for the current caller.
        if (channel.caller === caller) return seen === true && channel.isCurrent();
      }
    },
  };
}

/** Everything that policies can distinguish callers by. */
function identityOf({ role, claims }: Caller): string {
  return `${role}:${JSON.stringify(claims)}`;
}
