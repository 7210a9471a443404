export function localDay(at: string | number): string {
  return new Date(at).toDateString();
}

export function localDayBefore(at: string | number): string {
  const date = new Date(at);
  // No clock change skips noon.
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1, 12).toDateString();
}
