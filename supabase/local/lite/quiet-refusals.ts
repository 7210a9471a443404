import { AsyncLocalStorage } from 'node:async_hooks';

/** Why @supabase/lite failed. */
export type Cause =
  /** Postgres refused what was asked; `code` is its SQLSTATE. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** lite stumbled over what was asked, before Postgres saw it. */
  | { readonly kind: 'unreadable'; readonly message: string }
  /** The server itself is in trouble; a client tries again. `isAway`: Postgres was not reached, or takes nothing now. */
  | { readonly kind: 'trouble'; readonly isAway: boolean; readonly message: string };

const inside = new AsyncLocalStorage<{ cause: Cause | null }>();
let installed = false;

/**
 * SQLSTATE classes that mean trouble of the server, not a refusal: connection, deadlock, resources, lock, intervention,
 * system, internal. A client tries again after these.
 */
const trouble = new Set(['08', '40', '53', '55', '57', '58', 'XX']);

/**
 * Runs a request of @supabase/lite, which prints the stack of every error that it meets. Nothing of it is printed: what a request
 * brings about reaches the client, and the cause of trouble is a line of the server's log.
 *
 * @returns the result, and what was wrong on the way to it: trouble, or what came last
 */
export async function withCause<T>(work: () => Promise<T>): Promise<{ value: T; cause: Cause | null }> {
  install();
  const seen: { cause: Cause | null } = { cause: null };
  const value = await inside.run(seen, work);
  return { value, cause: seen.cause };
}

function install(): void {
  if (installed) return;
  installed = true;
  const outer = console;
  const error = (...values: unknown[]) => {
    const seen = inside.getStore();
    const met = values.find((value) => value instanceof Error);
    const cause = met && causeOf(met);
    // What lite says after trouble comes of it.
    if (seen && cause && seen.cause?.kind !== 'trouble') seen.cause = cause;
    if (!seen || !cause) outer.error(...values);
  };
  // Where intrinsics are frozen, the console itself takes no other function.
  globalThis.console = Object.create(outer, { error: { value: error } });
}

function causeOf(error: Error): Cause {
  const code: unknown = 'code' in error ? error.code : undefined;
  // lite's own errors have PostgREST's codes, those of the driver and of Node names in capitals.
  if (typeof code !== 'string' || /^(PGRST|SUP)/.test(code)) return { kind: 'unreadable', message: error.message };
  // What Node or the driver says of a connection has a number too; EPIPE alone looks like an SQLSTATE.
  if ('errno' in error || code.length !== 5) return { kind: 'trouble', isAway: true, message: error.message };
  // A zero in a name or a value cuts off the message to Postgres.
  if (code === '08P01') return { kind: 'unreadable', message: error.message };
  const kind = code.slice(0, 2);
  if (trouble.has(kind))
    return { kind: 'trouble', isAway: kind === '08' || code.startsWith('57P'), message: error.message };
  return { kind: 'refused', code, message: error.message };
}
