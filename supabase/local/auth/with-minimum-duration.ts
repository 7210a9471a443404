/** Least duration of a response: longer than it takes to hand a mail to the mailer. */
const MIN_DURATION_MS = 150;

/** Delays each response to a fixed minimum, so that its timing does not reveal whether the address has an account. */
export async function withMinimumDuration<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, MIN_DURATION_MS))]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
