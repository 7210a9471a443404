import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Caller } from '../auth/caller.ts';
import type { Relation, RowChange } from './change-stream.ts';
import { changeData, fittingIds, type Channel, type Subscription } from './channel.ts';
import type { CommitWatch } from './commit-watch.ts';
import type { ListenerIndex } from './listener-index.ts';
import type { RowJudge } from './row-judge.ts';
import type { TableFacts } from './table-facts.ts';

/** Changes that wait for their verdicts at once; the stream waits for one of them. */
const MOST_JUDGED = 100;
/** Channels that are served before the other work of the process has its turn. */
const TURN = 50;

export interface DeliveryPorts {
  readonly listeners: Pick<ListenerIndex, 'find'>;
  readonly commits: Pick<CommitWatch, 'visible'>;
  readonly judge: RowJudge['judge'];
  readonly factsOf: (relation: Relation) => Promise<TableFacts>;
  /** A change could not be judged, e.g. behind a lock: whoever listens has to look at everything anew. */
  readonly onMissed: () => void;
  readonly log: (line: string) => void;
}

/**
 * Takes the changes in the order of their commits and sends each, in that order, to those who may see it and whose filters it
 * fits. Who may see it comes first: nobody's filter meets a row that is hidden from them.
 *
 * @returns what takes one change, and resolves when it can take the next one
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
    if (underWay.length >= MOST_JUDGED) await underWay.shift();
  };
  // One bad change, e.g. of a table dropped meanwhile, must not end the stream.
  return (change) => take(change).catch((error: unknown) => miss(change, error));
}

interface Verdicts {
  /** Whether the channel is still there, and whoever it stands for by now may see the change. */
  maySee(channel: Channel): Promise<boolean>;
}

/** Asks for all channels together, and once for callers that are the same. */
function createVerdicts(
  channels: readonly Channel[],
  judge: (callers: readonly Caller[]) => Promise<ReadonlySet<Caller>>,
): Verdicts {
  const verdicts = new Map<string, Promise<boolean>>();
  const ask = (callers: readonly Caller[]): void => {
    const fresh = new Map(callers.map((caller) => [identityOf(caller), caller]));
    const answer = judge([...fresh.values()]);
    // Told to whoever waits for a verdict; nobody may be left to.
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
        // A token may have been renewed meanwhile: the verdict has to be that of the one that counts now.
        if (channel.caller === caller) return seen === true && channel.isCurrent();
      }
    },
  };
}

/** Everything by which policies tell callers apart. */
function identityOf({ role, claims }: Caller): string {
  return `${role}:${JSON.stringify(claims)}`;
}
