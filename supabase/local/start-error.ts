/**
 * A condition that the person who starts the stack can do something about: its message is one clear line that says what is
 * wrong and what to do, and is shown without a stack trace.
 */
export class StartError extends Error {
  override readonly name = 'StartError';
}

/** The text of any thrown value, for use inside a StartError. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
