import { AsyncLocalStorage } from 'node:async_hooks';

interface RequestScope {
  readonly id: string;
  readonly name: string;
  end(): void;
}

const scopes = new AsyncLocalStorage<RequestScope>();

export const runRequest = <T>(scope: RequestScope, work: () => Promise<T>): Promise<T> => scopes.run(scope, work);

/**
 * Lets the process survive an uncaught error: only the request that caused it ends.
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
