import * as z from 'zod/mini';

export type Parameter = string | number | readonly string[] | null;

export interface Statement {
  readonly sql: string;
  readonly parameters: (round: number) => readonly Parameter[];
}

export interface Case {
  readonly name: string;
  /** Runs as the listener, with the role and claims that REST sets, in a transaction that is rolled back. */
  readonly ours: Statement;
  /** The same work in hand-written SQL. Runs with superuser rights, without policies, in a transaction that is rolled back. */
  readonly byHand: Statement;
  /** Both results must agree on this part; by default on the whole. */
  readonly comparable?: (result: unknown) => unknown;
  /** A query that runs in both transactions before they are rolled back. Its results must be equal. */
  readonly effects?: string;
}

export interface Scene {
  readonly listener: string;
  readonly partner: string;
  value(sql: string): Promise<string>;
}

export function ids(json: string): string[] {
  return z.array(z.string()).parse(JSON.parse(json));
}
