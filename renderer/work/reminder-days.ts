/** Days on which people are reminded of something, by a word. */
export const reminderDays = ['tomorrow', 'monday', 'week', 'other'] as const;
export type ReminderDay = (typeof reminderDays)[number];

const dayMs = 86_400_000;
const later = (today: string, days: number) =>
  new Date(Date.parse(today) + days * dayMs).toISOString().slice(0, 10);

/** The day (`YYYY-MM-DD`) that a word means on a day; null of another one, which is typed. Monday is always one to come. */
export function dayOf(word: ReminderDay, today: string): string | null {
  switch (word) {
    case 'tomorrow':
      return later(today, 1);
    case 'monday':
      return later(today, 7 - ((new Date(today).getUTCDay() + 6) % 7));
    case 'week':
      return later(today, 7);
    case 'other':
      return null;
  }
}

/** The word for a day; that it is another one where there is none. */
export const wordOf = (day: string, today: string): ReminderDay =>
  reminderDays.find((word) => dayOf(word, today) === day) ?? 'other';
