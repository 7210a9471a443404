/** Calls a listener of the interface; one that throws must not keep the others from being called. */
export function runSafely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    console.error(error);
  }
}
