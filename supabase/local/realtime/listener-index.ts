import type { RowChange } from './change-stream.ts';
import type { Channel, Subscription } from './channel.ts';

type Subscriptions = Map<Subscription, Channel>;
type TableIndex = Map<string, Map<string, Subscriptions>>;

const ANY = '';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Finds channels by topic, and subscriptions by table and by an id in their filter. */
export class ListenerIndex {
  readonly #tables = new Map<string, TableIndex>();
  readonly #topics = new Map<string, Set<Channel>>();

  add(channel: Channel): void {
    ensure(this.#topics, topicKey(channel), () => new Set()).add(channel);
    for (const subscription of channel.subscriptions) {
      const [column, id] = selectorOf(subscription);
      const index = ensure(this.#tables, tableKey(subscription), () => new Map());
      const ids = ensure(index, column, () => new Map());
      ensure(ids, id, () => new Map()).set(subscription, channel);
    }
  }

  remove(channel: Channel): void {
    const ofTopic = this.#topics.get(topicKey(channel));
    ofTopic?.delete(channel);
    if (ofTopic?.size === 0) this.#topics.delete(topicKey(channel));
    for (const subscription of channel.subscriptions) {
      const [column, id] = selectorOf(subscription);
      const index = this.#tables.get(tableKey(subscription));
      const ids = index?.get(column);
      const found = ids?.get(id);
      found?.delete(subscription);
      if (found?.size === 0) ids?.delete(id);
      if (ids?.size === 0) index?.delete(column);
      if (index?.size === 0) this.#tables.delete(tableKey(subscription));
    }
  }

  findByTopic(topic: string, isPrivate: boolean): readonly Channel[] {
    return [...(this.#topics.get(topicKey({ topic, isPrivate })) ?? [])];
  }

  /** Subscriptions whose table, event and id match a change. Their other conditions are not checked. */
  find({ type, relation, row, old }: RowChange): Map<Channel, Subscription[]> {
    const state = type === 'DELETE' ? old : row;
    const found = new Map<Channel, Subscription[]>();
    const addMatching = (subscriptions: Subscriptions = new Map()) => {
      for (const [subscription, channel] of subscriptions) {
        if (subscription.event === '*' || subscription.event === type)
          ensure(found, channel, () => []).push(subscription);
      }
    };
    for (const schema of [relation.schema, '*']) {
      for (const table of [relation.table, null]) {
        for (const [column, ids] of this.#tables.get(tableKey({ schema, table })) ?? []) {
          const value = state[column];
          if (column === ANY) addMatching(ids.get(ANY));
          else if (typeof value === 'string') addMatching(ids.get(value.toLowerCase()));
          // A deleted row has only the columns of its replica identity. The others may have had any id.
          else if (value === undefined) ids.forEach(addMatching);
        }
      }
    }
    return found;
  }
}

function tableKey({ schema, table }: Pick<Subscription, 'schema' | 'table'>): string {
  return JSON.stringify([schema, table]);
}

function topicKey({ topic, isPrivate }: Pick<Channel, 'topic' | 'isPrivate'>): string {
  return `${isPrivate ? 'private' : 'public'} ${topic}`;
}

/** The column and the id by which a subscription is indexed: those of its first condition that requires a UUID. */
function selectorOf({ conditions }: Subscription): readonly [column: string, id: string] {
  for (const { column, operator, negated, values } of conditions) {
    const [value = ''] = values;
    if (operator === 'eq' && !negated && UUID.test(value)) return [column, value.toLowerCase()];
  }
  return [ANY, ANY];
}

function ensure<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}
