import { AsyncLocalStorage } from 'node:async_hooks';

/** The request for which the current code runs. */
interface RequestScope {
  readonly id: string;
  /** Method and path. */
  readonly name: string;
  /** Aborts the response. */
  end(): void;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Runs work so that an uncaught error is attributed to this request: see {@link surviveErrors}. */
export const runRequest = <T>(scope: RequestScope, work: () => Promise<T>): Promise<T> => scopes.run(scope, work);

/**
 * Keeps the process alive after an uncaught error. The error ends only the request that caused it, if any, and is
 * logged with the request's id.
 *
 * @param log logs one line
 * @returns a function that restores the default
 */
export function surviveErrors(log: (line: string) => void): () => void {
  const survive = (error: unknown): void => {
    const scope = scopes.getStore();
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log(scope ? `${scope.name} broke (request ${scope.id}): ${text}` : `The server goes on after an error: ${text}`);
    scope?.end();
  };
  process.on('uncaughtException', survive);
  return () => void process.off('uncaughtException', survive);
}
