/** A string for the local day of a time (ISO 8601, or ms since the epoch), equal for all times of one day. */
export function localDay(at: string | number): string {
  return new Date(at).toDateString();
}

/** The previous local calendar day, also around days of 23 or 25 hours. */
export function localDayBefore(at: string | number): string {
  const date = new Date(at);
  // Noon, because no clock change skips it.
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - 1, 12).toDateString();
}
