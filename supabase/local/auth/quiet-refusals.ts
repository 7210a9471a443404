import { AsyncLocalStorage } from 'node:async_hooks';

/** A statement that Postgres refused for what it asks, not for trouble of the server's own. */
export interface Refusal {
  /** SQLSTATE */
  readonly code: string;
  readonly message: string;
}

const inside = new AsyncLocalStorage<{ refusal: Refusal | null }>();
let installed = false;

/**
 * SQLSTATE classes that mean trouble of the server, not a refusal: connection, deadlock, resources, lock, intervention,
 * system, internal. A client tries again after these.
 */
const trouble = new Set(['08', '40', '53', '55', '57', '58', 'XX']);

/**
 * Runs a request of @supabase/lite, which prints the stack of every statement that Postgres refused. Refusals are everyday
 * business and reach the client; what is wrong with the server itself is still printed.
 *
 * @returns the result, and the last refusal on the way to it
 */
export async function withoutRefusals<T>(work: () => Promise<T>): Promise<{ value: T; refusal: Refusal | null }> {
  install();
  const seen: { refusal: Refusal | null } = { refusal: null };
  const value = await inside.run(seen, work);
  return { value, refusal: seen.refusal };
}

function install(): void {
  if (installed) return;
  installed = true;
  const print = console.error;
  console.error = (...values: unknown[]) => {
    const seen = inside.getStore();
    const refusal = seen ? refusalOf(values[0]) : null;
    if (seen && refusal) seen.refusal = refusal;
    else print.apply(console, values);
  };
}

function refusalOf(value: unknown): Refusal | null {
  if (!(value instanceof Error)) return null;
  // A filter that cannot be read is answered with 400.
  if (value.message.startsWith('"failed to parse filter')) return { code: 'PGRST100', message: value.message };
  const code: unknown = 'code' in value ? value.code : undefined;
  if (typeof code !== 'string' || code.length !== 5 || trouble.has(code.slice(0, 2))) return null;
  return { code, message: value.message };
}
