import type { PendingAction } from '../action-types.ts';
import type { Live } from '../answers.ts';
import type { SyncEnvironment } from '../environment.ts';
import { isWaiting, newRecord } from '../core/records.ts';
import { actionOf, actions, type ActionKind, type ActionPayload, type AnyAction } from '../model/actions.ts';
import { payloadVersion } from '../model/define-action.ts';
import type { Added, Outbox } from '../outbox/outbox.ts';
import { upcast } from '../outbox/upcast.ts';
import { uuidV7 } from '../outbox/uuid.ts';
import type { Acknowledgements } from './acknowledgements.ts';
import type { EngineHost } from './engine-host.ts';
import { toPending, type Views } from './views.ts';

/** Interval at which `drain` checks the queue. */
export const DRAIN_CHECK_MS = 50;

interface ActionQueueInput {
  environment: SyncEnvironment;
  /** Null for a guest, who queues nothing. */
  userId: string | null;
  deviceId: string;
  outbox: Outbox;
  engine: Pick<EngineHost, 'pokeNow'>;
  leads: Live<boolean>;
  acknowledgements: Pick<Acknowledgements, 'expect' | 'dropped'>;
  views: Pick<Views, 'status' | 'patchStatus'>;
  onAdded(added: Added): void;
}

export interface ActionQueue {
  enqueue<K extends ActionKind>(
    kind: K,
    payload: ActionPayload<K>,
    options: { occurredAt?: Date; id?: string },
  ): Promise<string>;
  readPending(): Promise<readonly PendingAction[]>;
  retry(id: string): Promise<void>;
  discard(id: string): Promise<boolean>;
  edit(id: string, changes: Record<string, unknown>): Promise<boolean>;
  /** Sends the queue for at most `ms`. Returns the number of actions that are neither acknowledged nor refused (SY-19). */
  drain(ms: number): Promise<number>;
}

export function createActionQueue(input: ActionQueueInput): ActionQueue {
  const { environment, userId, outbox, engine, leads, acknowledgements, views, onAdded } = input;
  const countWaiting = async () => (await outbox.all()).filter(isWaiting).length;

  const freshId = () => {
    const id = uuidV7(environment.now());
    acknowledgements.expect(id);
    return id;
  };

  return {
    async enqueue(kind, payload, options) {
      if (userId === null) throw new Error('only a signed-in person can do this');
      const action: AnyAction = actions[kind];
      const parsed = action.payload.parse(payload);
      const now = environment.serverClock.now();
      const id = options.id ?? uuidV7(now);
      acknowledgements.expect(id);
      const wait = action.waitsFor(parsed);
      const before = wait === null ? [] : await outbox.inLanes([wait.lane].flat());
      const added = await outbox.add(
        newRecord({
          id,
          user_id: userId,
          device_id: input.deviceId,
          lane: action.lane(parsed),
          kind,
          v: payloadVersion(action),
          payload: parsed,
          deps: before.flatMap((earlier) =>
            isWaiting(earlier) && wait?.kinds.includes(earlier.kind) ? [earlier.id] : [],
          ),
          created_at: now,
          occurred_at: (options.occurredAt ?? new Date(now)).toISOString(),
        }),
        action.replaces,
      );
      acknowledgements.dropped(added.replaced);
      onAdded(added);
      environment.requestBackgroundSync();
      // A hidden leader would delay the action. This tab is visible, so it asks the leader to send the action now.
      if (action.mayWaitMs(parsed) > 0 && !leads.get() && environment.visibility.isVisible()) engine.pokeNow();
      return id;
    },

    readPending: async () => (await outbox.all()).flatMap(toPending),

    async retry(id) {
      acknowledgements.expect(id);
      await outbox.retry(id, freshId);
      engine.pokeNow();
    },

    async discard(id) {
      const isRemoved = await outbox.remove(id);
      acknowledgements.dropped([id]);
      return isRemoved;
    },

    async edit(id, changes) {
      const record = (await outbox.all()).find((candidate) => candidate.id === id);
      const action = record && actionOf(record.kind);
      if (!action) return false;
      const payload = action.payload.parse({ ...upcast(record).payload, ...changes });
      const isRewritten = await outbox.rewrite(id, freshId, { v: payloadVersion(action), payload });
      if (isRewritten) {
        acknowledgements.dropped([id]);
        engine.pokeNow();
      }
      return isRewritten;
    },

    async drain(ms) {
      const until = environment.now() + ms;
      // The last known state of the network may be old.
      if (views.status.get().network === 'offline') views.patchStatus({ network: 'unknown' });
      if ((await countWaiting()) > 0) engine.pokeNow();
      while ((await countWaiting()) > 0 && environment.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, DRAIN_CHECK_MS));
        if (views.status.get().network === 'offline') break;
      }
      return countWaiting();
    },
  };
}
