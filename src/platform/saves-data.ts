/** Whether the person has told their browser to save data. Where it has no such switch, they have not. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}
