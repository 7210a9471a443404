/** A condition that the operator can fix. The message is shown without a stack trace. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
