import { isDamage } from '../store/index.ts';

/** What is read; null where SQLite finds the file damaged there. */
export async function readable<Result>(read: () => Promise<Result>): Promise<Result | null> {
  try {
    return await read();
  } catch (failure) {
    if (isDamage(failure)) return null;
    throw failure;
  }
}

/** The contract's instant of the database's milliseconds; null of what a damaged row says. */
export function instantOf(milliseconds: number | null): string | null {
  const date = new Date(milliseconds ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
