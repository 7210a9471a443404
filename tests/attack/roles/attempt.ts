import type { Row } from '../../../supabase/tests/matrix/new-rows.ts';
import type { Scene } from '../../../supabase/tests/matrix/scene.ts';
import type { Shape } from '../../../supabase/tests/matrix/shapes.ts';

/** A request of an attacker, aimed at the victim's data. */
export interface Attempt {
  readonly kind: 'table' | 'procedure' | 'push' | 'file' | 'function' | 'account';
  readonly label: string;
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Whether the response must be a refusal or an empty list. */
  readonly mustFail?: boolean;
}

export interface Procedure {
  readonly name: string;
  readonly arguments: readonly { readonly name: string; readonly type: string }[];
}

/** Everything in the stack that an attempt can aim at. */
export interface World {
  readonly scene: Scene;
  readonly shapes: ReadonlyMap<string, Shape>;
  /** Pairs of public tables that a foreign key joins, in both directions. */
  readonly joined: readonly (readonly [string, string])[];
  readonly procedures: readonly Procedure[];
  /** Tables of other schemas, e.g. ['private', 'user_marks']. */
  readonly hidden: readonly (readonly [string, string])[];
  readonly kinds: readonly string[];
  readonly payloadKeys: readonly string[];
  readonly buckets: readonly string[];
  readonly functions: readonly string[];
  /** A person's row of a table; `'private tracks'` names the tracks that are not public. */
  rowOf(table: string, person: string): Row | null;
  idOf(table: string, person: string, column?: string): string | null;
  fileOf(bucket: string, person: string): string;
}
