import { randomInt } from 'node:crypto';
import * as z from 'zod/mini';
import type { Caller } from '../auth/caller.ts';
import type { RowChange } from './change-stream.ts';
import type { SharedFrame } from './frames.ts';
import { numericTypes, parseFilter, rowMatches, type Condition } from './row-filter.ts';
import type { TableFacts } from './table-facts.ts';

const text = z.nullish(z.string().check(z.maxLength(1000)));
const subscription = z.object({
  event: z.enum(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: text,
  table: text,
  filter: text,
});
export const joinPayload = z.looseObject({
  access_token: z.nullish(z.string()),
  config: z.optional(
    z.looseObject({
      postgres_changes: z._default(z.array(subscription).check(z.maxLength(100)), []),
      private: z.nullish(z.boolean()),
    }),
  ),
});

export interface Subscription {
  readonly id: number;
  readonly event: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  readonly schema: string;
  /** Null for every table of the schema. */
  readonly table: string | null;
  readonly conditions: readonly Condition[];
}

export interface Channel {
  readonly topic: string;
  readonly joinRef: string | null;
  readonly isPrivate: boolean;
  readonly subscriptions: readonly Subscription[];
  /** A renewed token replaces it without dropping changes in progress. */
  caller: Caller;
  isCurrent(): boolean;
  send(event: string, payload: unknown): void;
  sendShared(frame: SharedFrame): void;
}

const TOPIC_PREFIX = 'realtime:';

export const topicOf = (name: string): string => `${TOPIC_PREFIX}${name}`;

/** Null for a topic without the prefix, which cannot be joined. */
export const nameOfTopic = (topic: string): string | null =>
  topic.startsWith(TOPIC_PREFIX) ? topic.slice(TOPIC_PREFIX.length) : null;

export type JoinPayload = z.infer<typeof joinPayload>;

export function readSubscriptions(
  payload: JoinPayload,
): { subscriptions: Subscription[]; confirmed: unknown[] } | { error: string } {
  const requested = payload.config?.postgres_changes ?? [];
  const subscriptions: Subscription[] = [];
  const confirmed: unknown[] = [];
  for (const request of requested) {
    const conditions = request.filter ? parseFilter(request.filter) : [];
    if (conditions === null) return { error: `The filter ${JSON.stringify(request.filter)} cannot be read` };
    const id = randomInt(1, 2 ** 31);
    subscriptions.push({
      id,
      event: request.event,
      schema: request.schema ?? 'public',
      table: request.table && request.table !== '*' ? request.table : null,
      conditions,
    });
    confirmed.push({ ...request, id });
  }
  return { subscriptions, confirmed };
}

/** Ids of the subscriptions whose filters match a change. */
export function matchingIds(
  subscriptions: readonly Subscription[],
  { type, row, old }: RowChange,
  { types, readable }: TableFacts,
  role: Caller['role'],
): number[] {
  const typeOf = (column: string) => types.get(column) ?? 'text';
  // A deleted row has only the columns of its replica identity, so conditions on other columns are skipped.
  const values = type === 'DELETE' ? old : row;
  return subscriptions
    .filter(({ conditions }) => {
      // A filter must not reveal a column that the role cannot read.
      if (!conditions.every(({ column }) => readable[role].has(column))) return false;
      const checkable = type === 'DELETE' ? conditions.filter(({ column }) => column in values) : conditions;
      return rowMatches(values, checkable, typeOf);
    })
    .map(({ id }) => id);
}

/** A change in the form of hosted Supabase, with only the columns that the role may select. */
export function changeData(
  { type, relation, row, old, committedAt }: RowChange,
  { types, keys, readable }: TableFacts,
  role: Caller['role'],
): Record<string, unknown> {
  const mayRead = readable[role];
  const columns = relation.columns
    .filter(({ name }) => mayRead.has(name))
    .map(({ name }) => ({ name, type: types.get(name) ?? 'text' }));
  const visible = (values: RowChange['row'], isIncluded: (name: string) => boolean) =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => mayRead.has(name) && isIncluded(name))
        .map(([name, value]) => [name, toJsonValue(value, types.get(name))]),
    );
  return {
    schema: relation.schema,
    table: relation.table,
    commit_timestamp: committedAt,
    type,
    columns,
    ...(type === 'DELETE' ? {} : { record: visible(row, () => true) }),
    // Only the key's columns, as on hosted Supabase: the policies did not check an update's old row.
    ...(type === 'INSERT' ? {} : { old_record: visible(old, (name) => keys.includes(name)) }),
    errors: null,
  };
}

function toJsonValue(value: string | null, type: string | undefined): unknown {
  if (value === null) return null;
  if (type === 'timestamptz') return value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00');
  if (type === 'timestamp') return value.replace(' ', 'T');
  if (type === 'bool') return value === 't';
  if (type === 'json' || type === 'jsonb') return JSON.parse(value);
  return numericTypes.has(type ?? '') && Number.isFinite(Number(value)) ? Number(value) : value;
}
