const DAYS = 30;
const DAY_MS = 86_400_000;

/**
 * The last 30 UTC days, the oldest first, each with whether the person was active on it.
 * @param today YYYY-MM-DD by the device; where the server names a later day, that is today
 */
export function lastThirty(dates: readonly string[], today: string, isActiveToday: boolean) {
  const last = dates.reduce((latest, date) => (date > latest ? date : latest), today);
  const active = new Set(isActiveToday ? [...dates, today] : dates);
  return Array.from({ length: DAYS }, (_, i) => {
    const day = new Date(Date.parse(last) - (DAYS - 1 - i) * DAY_MS).toISOString().slice(0, 10);
    return { day, isActive: active.has(day) };
  });
}

/** A day as '24 Oct'. */
export function shortDay(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
}
