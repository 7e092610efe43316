import { openConnection } from './connection.ts';
import { isDamage } from './store-error.ts';

/** What SQLite's quick check finds in a database that nobody writes, the first few; empty where it is whole. Takes seconds for gigabytes. */
export function quickCheckFile(file: string): string[] {
  try {
    const database = openConnection(file, { readonly: true });
    try {
      const found = database.prepare<[], { quick_check: string }>('PRAGMA quick_check(5)').all();
      return found.map((row) => row.quick_check).filter((line) => line !== 'ok');
    } finally {
      database.close();
    }
  } catch (failure) {
    if (!isDamage(failure)) throw failure;
    return [failure instanceof Error ? failure.message : String(failure)];
  }
}
