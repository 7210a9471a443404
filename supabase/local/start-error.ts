/**
 * A condition that the operator can fix. Its message says in one line what is wrong and what to do, and is shown
 * without a stack trace.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The message of any thrown value, for use inside a StartError. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
