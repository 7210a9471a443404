/** The operator can fix this condition. The message says in one line what to do, and is shown without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
