import { AsyncLocalStorage } from 'node:async_hooks';

const inside = new AsyncLocalStorage<true>();
let installed = false;

/** SQLSTATE classes that mean trouble of the server, not a refusal: connection, resources, intervention, system, internal. */
const trouble = new Set(['08', '53', '57', '58', 'XX']);

/**
 * Runs a request of @supabase/lite, which prints the stack of every statement that Postgres refused. Refusals are everyday
 * business and reach the client; what is wrong with the server itself is still printed.
 */
export async function withoutRefusals<T>(work: () => Promise<T>): Promise<T> {
  install();
  return await inside.run(true, work);
}

function install(): void {
  if (installed) return;
  installed = true;
  const print = console.error;
  console.error = (...values: unknown[]) => {
    if (!inside.getStore() || !isRefusal(values[0])) print.apply(console, values);
  };
}

function isRefusal(value: unknown): boolean {
  if (!(value instanceof Error)) return false;
  const code: unknown = 'code' in value ? value.code : undefined;
  return typeof code === 'string' && code.length === 5 && !trouble.has(code.slice(0, 2));
}
