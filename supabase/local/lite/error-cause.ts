import { AsyncLocalStorage } from 'node:async_hooks';

export type Cause =
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  /** lite failed before Postgres saw the request, or a zero byte made the message unreadable for Postgres. */
  | { readonly kind: 'unreadable'; readonly message: string }
  /** The server has a problem, so clients retry. `isAway`: Postgres is unreachable or accepts no queries. */
  | { readonly kind: 'trouble'; readonly isAway: boolean; readonly message: string };

const scopes = new AsyncLocalStorage<{ cause: Cause | null }>();
let installed = false;

/**
 * SQLSTATE classes after which clients retry: connection, deadlock, resources, lock, intervention, system, internal.
 */
const trouble = new Set(['08', '40', '53', '55', '57', '58', 'XX']);

/**
 * Runs `work` and collects the errors that lite prints.
 * @returns `cause`: the first server problem, else the last error
 */
export async function withCause<T>(work: () => Promise<T>): Promise<{ value: T; cause: Cause | null }> {
  install();
  const scope: { cause: Cause | null } = { cause: null };
  const value = await scopes.run(scope, work);
  return { value, cause: scope.cause };
}

function install(): void {
  if (installed) return;
  installed = true;
  const outer = console;
  const error = (...values: unknown[]) => {
    const scope = scopes.getStore();
    const thrown = values.find((value) => value instanceof Error);
    const cause = thrown && causeOf(thrown);
    // Errors after a server problem are its consequences.
    if (scope && cause && scope.cause?.kind !== 'trouble') scope.cause = cause;
    if (!scope || !cause) outer.error(...values);
  };
  // With frozen intrinsics the console's own methods cannot be replaced.
  globalThis.console = Object.create(outer, { error: { value: error } });
}

function causeOf(error: Error): Cause {
  const code: unknown = 'code' in error ? error.code : undefined;
  // lite's own errors have PostgREST's codes; errors of the driver and of Node have codes such as CONNECTION_CLOSED.
  if (typeof code !== 'string' || /^(PGRST|SUP)/.test(code)) return { kind: 'unreadable', message: error.message };
  // Connection errors have an errno. Without this check EPIPE would look like an SQLSTATE.
  if ('errno' in error || code.length !== 5) return { kind: 'trouble', isAway: true, message: error.message };
  // A zero byte in a name or a value truncates the message to Postgres.
  if (code === '08P01') return { kind: 'unreadable', message: error.message };
  const kind = code.slice(0, 2);
  if (trouble.has(kind))
    return { kind: 'trouble', isAway: kind === '08' || code.startsWith('57P'), message: error.message };
  return { kind: 'refused', code, message: error.message };
}
