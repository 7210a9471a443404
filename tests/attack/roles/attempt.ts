import type { Row } from '../../../supabase/tests/matrix/new-rows.ts';
import type { Scene } from '../../../supabase/tests/matrix/scene.ts';
import type { Shape } from '../../../supabase/tests/matrix/shapes.ts';

/** One request that should gain nothing of anybody else. */
export interface Attempt {
  readonly kind: 'table' | 'procedure' | 'push' | 'file' | 'function' | 'account';
  /** In words, for the report of a fault. */
  readonly label: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as it is when it is bytes. */
  readonly body?: unknown;
  /** Nobody but the operator gets through here: refused, or answered with nothing. */
  readonly isShut?: boolean;
}

export interface Procedure {
  readonly name: string;
  readonly arguments: readonly { readonly name: string; readonly type: string }[];
}

/** Everything that is exposed, from the catalogue, and what can be aimed at. */
export interface World {
  readonly scene: Scene;
  readonly shapes: ReadonlyMap<string, Shape>;
  /** Which public tables are joined by a foreign key: [table, the other]. */
  readonly joined: readonly (readonly [string, string])[];
  readonly procedures: readonly Procedure[];
  /** Tables of other schemas, with them: ['private', 'user_marks']. */
  readonly hidden: readonly (readonly [string, string])[];
  readonly kinds: readonly string[];
  readonly payloadKeys: readonly string[];
  readonly buckets: readonly string[];
  readonly functions: readonly string[];
  /** A row of this person in a table, or any where rows are nobody's; null where there is none. */
  rowOf(table: string, person: string): Row | null;
  /** Of that row what it is known by; null where there is none. */
  idOf(table: string, person: string, column?: string): string | null;
  /** A file of this person: '{id}/{name}'. */
  fileOf(bucket: string, person: string): string;
}
