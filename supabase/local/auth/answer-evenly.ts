/** Longer than a mail takes to be made. */
const EVEN_MS = 150;

/** Answers no sooner than work for somebody does, so that the time does not tell whether there was anybody to work for. */
export async function answerEvenly<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, EVEN_MS))]);
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
