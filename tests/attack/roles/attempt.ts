import type { Row } from '../../../supabase/tests/matrix/new-rows.ts';
import type { Scene } from '../../../supabase/tests/matrix/scene.ts';
import type { Shape } from '../../../supabase/tests/matrix/shapes.ts';

/** A request that must neither read nor change other people's data. */
export interface Attempt {
  readonly kind: 'table' | 'procedure' | 'push' | 'file' | 'function' | 'account';
  /** Shown in the report of a fault. */
  readonly label: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or unchanged when it is bytes. */
  readonly body?: unknown;
  /** Must be refused or get an empty response. */
  readonly mustFail?: boolean;
}

export interface Procedure {
  readonly name: string;
  readonly arguments: readonly { readonly name: string; readonly type: string }[];
}

/** Everything that is exposed, from the catalogue, and the victims' data. */
export interface World {
  readonly scene: Scene;
  readonly shapes: ReadonlyMap<string, Shape>;
  /** Public tables joined by a foreign key: [table, referenced table]. */
  readonly joined: readonly (readonly [string, string])[];
  readonly procedures: readonly Procedure[];
  /** Tables of other schemas: ['private', 'user_marks']. */
  readonly hidden: readonly (readonly [string, string])[];
  readonly kinds: readonly string[];
  readonly payloadKeys: readonly string[];
  readonly buckets: readonly string[];
  readonly functions: readonly string[];
  /** A row of this person in a table, or any row of a table without owners; null when there is none. */
  rowOf(table: string, person: string): Row | null;
  /** The id of the row that `rowOf` returns; null when there is none. */
  idOf(table: string, person: string, column?: string): string | null;
  /** A file of this person: '{id}/{name}'. */
  fileOf(bucket: string, person: string): string;
}
