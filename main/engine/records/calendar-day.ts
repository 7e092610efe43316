/** Santo Domingo has been at UTC-4 all year since 1974, with no daylight saving time. */
const offsetMilliseconds = 4 * 60 * 60 * 1000;

/** The day of an instant by the calendar of Santo Domingo, `YYYY-MM-DD`. */
export function calendarDay(at: number): string {
  return new Date(at - offsetMilliseconds).toISOString().slice(0, 10);
}
