/** A listener that throws must not prevent the other calls. */
export function runSafely(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    console.error(error);
  }
}
