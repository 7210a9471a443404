import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that code is run for. */
interface RequestScope {
  readonly id: string;
  /** Method and path. */
  readonly name: string;
  /** Cuts the answer off. */
  end(): void;
}

const scopes = new AsyncLocalStorage<RequestScope>();

/** Runs work so that an error which nothing catches is known to be this request's: see {@link surviveErrors}. */
export const runRequest = <T>(scope: RequestScope, work: () => Promise<T>): Promise<T> => scopes.run(scope, work);

/**
 * Lets an error that nothing caught end the request that it belongs to, or nothing, but never the process: the others go on. It is a
 * line of the log with the request's id.
 *
 * @param log takes that line
 * @returns takes it back
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
