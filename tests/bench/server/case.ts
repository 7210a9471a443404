import * as z from 'zod/mini';

/** A parameter value; objects are passed as JSON text. */
export type Parameter = string | number | readonly string[] | null;

export interface Statement {
  /** A statement that returns one row with the column `result`. */
  readonly sql: string;
  readonly parameters: (round: number) => readonly Parameter[];
}

/** A piece of the server's work, as the client requests it and as a minimal hand-written version. */
export interface Case {
  readonly name: string;
  /** Runs as the listener, with the role and claims that REST sets. */
  readonly ours: Statement;
  /** Runs as the superuser, without policies. */
  readonly byHand: Statement;
  /** The part of a result on which both must agree; the whole by default. */
  readonly comparable?: (result: unknown) => unknown;
  /** For writes: a query that runs before the rollback and must have the same result for both. */
  readonly effects?: string;
}

/** Facts about the seeded database for creating a case. */
export interface Scene {
  readonly listener: string;
  readonly partner: string;
  /** One value from a query. */
  value(sql: string): Promise<string>;
}

/** A list of ids from JSON text. */
export function ids(json: string): string[] {
  return z.array(z.string()).parse(JSON.parse(json));
}
