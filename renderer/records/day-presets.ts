/** Days that are asked for by a word, as those of a Dominican calendar; a week begins on Monday. */
export const dayPresets = ['today', 'yesterday', 'week', 'month'] as const;
export type DayPreset = (typeof dayPresets)[number];

const dayMs = 86_400_000;

/** The first and last day (`YYYY-MM-DD`) that a word means on a day; what goes on has no last one. */
export function daysOf(preset: DayPreset, today: string): { from: string; until: string | undefined } {
  const back = (days: number) => new Date(Date.parse(today) - days * dayMs).toISOString().slice(0, 10);
  switch (preset) {
    case 'today':
      return { from: today, until: today };
    case 'yesterday':
      return { from: back(1), until: back(1) };
    case 'week':
      return { from: back((new Date(today).getUTCDay() + 6) % 7), until: undefined };
    case 'month':
      return { from: `${today.slice(0, 8)}01`, until: undefined };
  }
}
