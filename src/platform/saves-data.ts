/** Whether the browser's data saving is on; false if the browser does not support it. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
