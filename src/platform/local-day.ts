/** The local day of a moment (ISO 8601, or ms since the epoch), equal for two moments of one day. */
export function localDay(at: string | number): string {
  return new Date(at).toDateString();
}

/** The local day before that of a moment, by the calendar: days of 23 and 25 hours are days too. */
export function localDayBefore(at: string | number): string {
  const date = new Date(at);
  // Noon, which no change of the clocks skips.
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1, 12).toDateString();
}
