/** Calls a listener, and logs what it throws, so that the other listeners are called too. */
export function runSafely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    console.error(error);
  }
}
