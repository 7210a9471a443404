import * as z from 'zod/mini';

/** A value for a parameter; objects travel as the text of their JSON. */
export type Parameter = string | number | readonly string[] | null;

export interface Statement {
  /** One statement that answers one row with the column `result`. */
  readonly sql: string;
  readonly parameters: (round: number) => readonly Parameter[];
}

/** A piece of the server's work, as the client asks for it and as somebody would write it by hand for this one purpose. */
export interface Case {
  readonly name: string;
  /** Run as the listener, with the role and the claims that REST sets. */
  readonly ours: Statement;
  /** Run as the owner of the tables, who needs no policy. */
  readonly byHand: Statement;
  /** The part of a result that both must agree on; the whole when left out. */
  readonly comparable?: (result: unknown) => unknown;
  /** For what writes, and is rolled back after each round: a query by which both must have left the same. */
  readonly effects?: string;
}

/** What a case may ask of the seeded database when it is made. */
export interface Scene {
  readonly listener: string;
  readonly partner: string;
  /** One value from a query. */
  value(sql: string): Promise<string>;
}

/** A list of ids from the text of its JSON. */
export function ids(json: string): string[] {
  return z.array(z.string()).parse(JSON.parse(json));
}
