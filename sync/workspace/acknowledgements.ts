import type { AcknowledgedAction } from '../action-types.ts';
import type { AcknowledgedRecord } from '../core/ports.ts';
import { isActionKind } from '../model/actions.ts';
import { upcast } from '../outbox/upcast.ts';
import type { TabChannel, TabMessage } from './channel.ts';

/** How long the leader waits for the tab that queued an action. */
const CLAIM_MS = 400;

/** Announces each outcome in one tab: the one that queued the action, or the leader if that tab does not respond. */
export interface Acknowledgements {
  /** This tab queues the action, and will announce its outcome. */
  expect(id: string): void;
  /** The actions left the queue without an outcome. */
  dropped(ids: readonly string[]): void;
  /** This tab leads, and has stored these acknowledgements. */
  stored(records: AcknowledgedRecord[]): void;
  receive(message: TabMessage): void;
  close(): void;
}

interface AcknowledgementsInput {
  post: TabChannel['post'];
  announce(action: AcknowledgedAction): void;
  announceDropped(id: string): void;
}

export function createAcknowledgements({ post, announce, announceDropped }: AcknowledgementsInput): Acknowledgements {
  const queuedHere = new Set<string>();
  const unclaimed = new Map<string, AcknowledgedAction>();
  const timers = new Set<ReturnType<typeof setTimeout>>();

  const announceOwn = (actions: readonly AcknowledgedAction[]) => {
    const own = actions.filter((action) => queuedHere.delete(action.id));
    own.forEach(announce);
    return own;
  };

  const announceOwnDropped = (ids: readonly string[]) =>
    ids.filter((id) => queuedHere.delete(id)).forEach(announceDropped);

  return {
    expect: (id) => void queuedHere.add(id),

    dropped(ids) {
      if (ids.length === 0) return;
      announceOwnDropped(ids);
      post({ type: 'dropped', ids: [...ids] });
    },

    stored(records) {
      const actions = records.flatMap(toAction);
      const own = new Set(announceOwn(actions));
      const others = actions.filter((action) => !own.has(action));
      if (others.length === 0) return;
      for (const action of others) unclaimed.set(action.id, action);
      post({ type: 'acknowledged', actions: others });
      const timer = setTimeout(() => {
        timers.delete(timer);
        for (const { id } of others) {
          const action = unclaimed.get(id);
          if (unclaimed.delete(id) && action) announce(action);
        }
      }, CLAIM_MS);
      timers.add(timer);
    },

    receive(message) {
      if (message.type === 'heard') for (const id of message.ids) unclaimed.delete(id);
      if (message.type === 'dropped') announceOwnDropped(message.ids);
      if (message.type !== 'acknowledged') return;
      const announced = announceOwn(message.actions).map((action) => action.id);
      if (announced.length > 0) post({ type: 'heard', ids: announced });
    },

    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** The action to announce; none for a kind that only a newer version of the app knows. */
function toAction({ record, ack }: AcknowledgedRecord): AcknowledgedAction[] {
  if (!isActionKind(record.kind)) return [];
  return [{ ...ack, kind: record.kind, payload: upcast(record).payload, occurredAt: record.occurred_at }];
}
